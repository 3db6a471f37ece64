package dev.redliner.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pages that are wrong by accident or on purpose: bounded, and never a wrong value. */
class HostilePageTest {
    private static final ScrapeLimits LIMITS = new ScrapeLimits(List.of("*"), 10, 5_000);

    @Test
    void a_page_of_more_series_than_allowed_is_not_used_at_all() {
        assertThatThrownBy(() -> read(page(5_001, i -> "a{x=\"" + i + "\"} 1\n")))
                .isInstanceOf(ReadFailed.class)
                .hasMessage("the page holds more than 5000 series (redliner.collector.max-series)");
        assertThatThrownBy(() -> read(page(5_001, i -> "# TYPE a" + i + " counter\n")))
                .hasMessageContaining("more than 5000 series");
    }

    @Test
    void millions_of_names_need_no_memory_beyond_the_limit() throws ReadFailed {
        Reading reading = read(page(5_000, i -> "a" + i + " 1\n"));
        assertThat(reading.gauges()).hasSize(10);
        assertThat(reading.gaps()).containsExactly(new Gap("scrape:x", "4990 families beyond the limit of 10"));
    }

    @Test
    void a_line_of_any_length_is_a_gap_and_the_others_count() throws ReadFailed {
        String labels = "x=\"" + "y".repeat(100_000) + "\"";
        Reading reading = read("a 1\nhuge{" + labels + "} 5\n# HELP " + "h".repeat(100_000) + "\nb 2");
        assertThat(reading.gauges()).containsOnlyKeys("app.a", "app.b");
        assertThat(reading.gaps())
                .containsExactly(new Gap("app.huge", "unreadable line: longer than 65536 characters"));
    }

    @Test
    void a_page_of_lines_that_cannot_be_read_is_not_used_and_the_reason_is_short() {
        assertThatThrownBy(() -> read("ok 1\n" + page(1_001, i -> "bad" + "b".repeat(500) + i + " x\n")))
                .hasMessageStartingWith("more than 1000 lines cannot be read, such as one of app.bad")
                .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(250));
        assertThatThrownBy(() -> read(page(1_001, i -> "<html>\n"))).hasMessageContaining("cannot be read");
    }

    @Test
    void a_series_that_is_on_the_page_twice_is_no_sum() throws ReadFailed {
        Reading reading =
                read("a{state=\"1\",y=\"2\"} 5\na{y=\"2\",state=\"1\"} 5\nb{x=\"1\"} 1\nb{x=\"2\"} 1\nc 1\nc 1\n");
        assertThat(reading.gauges()).containsOnlyKeys("app.b");
        assertThat(reading.gaps())
                .containsExactlyInAnyOrder(
                        new Gap("app.a", "a series is on the page twice"),
                        new Gap("app.c", "a series is on the page twice"));
    }

    @Test
    void a_bucket_that_is_on_the_page_twice_or_unreadable_is_no_count() throws ReadFailed {
        String type = "# TYPE h histogram\n# TYPE s summary\n";
        Reading twice = read(type + "h_bucket{le=\"1\",path=\"/a\"} 5\nh_bucket{le=\"1\",path=\"/a\"} 5\n"
                + "h_bucket{le=\"2\",path=\"/a\"} 6\nh_count 6\n");
        assertThat(twice.counters()).containsOnlyKeys("app.h_count");
        assertThat(twice.gaps())
                .contains(
                        new Gap("app.h_bucket_le_1", "a series is on the page twice"),
                        new Gap("app.h_bucket_le_2", "a series is on the page twice"));
        Reading unreadable = read(type + "h_bucket{le=\"1\"} x\nh_bucket{le=\"2\"} 6\nh_count 6\n"
                + "s{quantile=\"0.5\"} 1\ns{quantile=\"0.5\"} 1\n");
        assertThat(unreadable.counters()).containsOnlyKeys("app.h_count");
        assertThat(unreadable.gauges()).isEmpty();
        assertThat(unreadable.gaps()).extracting(Gap::name).contains("app.h_bucket_le_2", "app.s_quantile_0_5");
    }

    @Test
    void labels_with_any_number_of_values_are_kept_up_to_a_limit() throws ReadFailed {
        Reading reading = read(page(300, i -> "hikaricp_connections_active{pool=\"p" + i + "\"} 1\n"));
        assertThat(reading.gauges()).hasSize(101).containsEntry("app.hikaricp_connections_active", 300.0);
        assertThat(reading.gaps()).containsExactly(new Gap("scrape:x", "200 values of labels beyond the limit"));
    }

    @Test
    void random_bytes_never_become_anything_but_finite_values_gaps_or_a_failed_read() {
        var random = new Random(27);
        String characters = "ab{}=\",\\# \t0123456789.eE+-NaIinf\u0000\u00e9_:";
        for (int i = 0; i < 3_000; i++) {
            String text = random.ints(random.nextInt(120), 0, characters.length())
                    .mapToObj(at -> characters.charAt(at) + (random.nextInt(9) == 0 ? "\n" : ""))
                    .collect(Collectors.joining());
            try {
                Reading reading = read(text);
                reading.gauges().values().forEach(value -> assertThat(value).isFinite());
                reading.counters()
                        .values()
                        .forEach(value -> assertThat(value).isFinite().isNotNegative());
            } catch (ReadFailed expected) {
                assertThat(expected.reason()).isNotBlank();
            }
        }
    }

    private static String page(int lines, java.util.function.IntFunction<String> line) {
        return IntStream.range(0, lines).mapToObj(line).collect(Collectors.joining());
    }

    private static Reading read(String page) throws ReadFailed {
        return ScrapeReading.of(Exposition.parse(page, LIMITS.maxSeries()), LIMITS, "scrape:x");
    }
}
