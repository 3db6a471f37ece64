package dev.redliner.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.sample.ReadFailed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownSeriesTest {
    /** Beginnings of lines; some begin as others do, and some are no series. */
    private static final List<String> HEADS = List.of(
            "up",
            "up2",
            "up ",
            "up\t",
            "up{} ",
            "up {job=\"a\"} ",
            "up  { job = \"b\" , } ",
            "up_total ",
            "errors_total{path=\"/a b\",code=\"500\"} ",
            "errors_total{path=\"/a \\\"b\\\"\",code=\"500\"}",
            "seconds_bucket{le=\"0.1\"} ",
            "seconds_bucket{le=\"+Inf\"} ",
            "seconds_sum ",
            "# TYPE seconds histogram\n",
            "# TYPE up gauge\n",
            "# HELP up how it is\n",
            "9up ",
            "errors_total{path=} ");

    private static final List<String> VALUES =
            List.of("1", "2 7", "-2.5e3", "+3", "NaN", "+Inf", "7 1760000000000", " 3", "{", "x", "");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void a_page_is_parsed_as_if_there_were_none_before_it(int seed) throws ReadFailed {
        var random = new Random(seed);
        var known = new KnownSeries();
        List<String> lines = new ArrayList<>(List.of("up 1"));
        for (int page = 0; page < 2_000; page++) {
            change(lines, random);
            String text = String.join("\n", lines);
            Exposition again = Exposition.parse(text, 1_000, known);
            assertThat(again).as(text).isEqualTo(Exposition.parse(text, 1_000));
        }
    }

    @Test
    void the_series_of_the_page_before_are_used_again() throws ReadFailed {
        var known = new KnownSeries();
        Series first = only(Exposition.parse("a{b=\"c\"} 1\n", 10, known));
        assertThat(only(Exposition.parse("a{b=\"c\"} 2\n", 10, known))).isSameAs(first);
        assertThat(only(Exposition.parse("a{b=\"d\"} 2\n", 10, known))).isNotEqualTo(first);
    }

    @Test
    void names_in_rules_follow_the_kind_that_a_page_gives_the_series() {
        var series = new Series("x", Map.of("le", "0.5", "quantile", "0.9"));
        assertThat(series.metricWith("le")).isEqualTo("app.x_le_0_5");
        assertThat(series.metricWith("quantile")).isEqualTo("app.x_quantile_0_9");
        assertThat(series.metric()).isEqualTo("app.x");
    }

    private static Series only(Exposition page) {
        return page.families().get("a").series().get(0).series();
    }

    private static void change(List<String> lines, Random random) {
        for (int i = 0; i < lines.size(); i++) {
            if (random.nextInt(4) == 0) {
                lines.set(i, line(random));
            }
        }
        if (random.nextInt(3) == 0 && lines.size() > 1) {
            lines.remove(random.nextInt(lines.size()));
        }
        if (random.nextInt(3) == 0 && lines.size() < 12) {
            lines.add(random.nextInt(lines.size() + 1), line(random));
        }
    }

    private static String line(Random random) {
        return HEADS.get(random.nextInt(HEADS.size())) + VALUES.get(random.nextInt(VALUES.size()));
    }
}
