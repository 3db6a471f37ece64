package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.PrecisionReport;
import dev.redliner.search.Precision;
import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrecisionsTest {
    private static ServiceDefinition service(String pass) throws InvalidService {
        return ServiceYaml.parse(
                null,
                """
                service: shop
                pool: {hosts: [a=127.0.0.1:1, b=127.0.0.1:2, c=127.0.0.1:3], sut: a, baselineShare: 1/3, maxShare: 80%%}
                rules: [{id: slo, pass: '%s', onFail: back-off}]
                limits: {maxDuration: 15m}
                """
                        .formatted(pass));
    }

    @Test
    void at_the_rate_of_the_last_minute_it_is_stated_for_the_load_and_for_the_most_that_can_be_tried()
            throws Exception {
        PrecisionReport report = Precisions.of(
                        service("latency.p99 <= duration(\"250ms\")"), Collections.nCopies(120, 27.0))
                .orElseThrow();

        assertThat(report.expected()).extracting(PrecisionReport.Expected::rps).containsExactly(9.0, 9.0, 21.6, 21.6);
        assertThat(report.expected())
                .extracting(PrecisionReport.Expected::seconds)
                .containsExactly(418L, 900L, 418L, 900L);
        assertThat(report.expected().get(0).halfWidth())
                .isGreaterThan(report.expected().get(1).halfWidth());
        assertThat(report.words())
                .matches("Precision to expect \\(half of the 95% interval\\): at 9 rps about \\+-\\d+% in 7 min,"
                        + " \\+-\\d+% in 15 min \\(\\+-10% would take \\d+ (min|h)\\); at 22 rps about .*\\.");
    }

    @Test
    void without_traffic_it_is_a_table_by_rate() throws Exception {
        PrecisionReport report = Precisions.of(service("latency.p99 <= duration(\"250ms\")"), List.of())
                .orElseThrow();

        assertThat(report.words().lines().skip(1)).hasSize(5);
        assertThat(report.words())
                .containsPattern(" {3}5 rps {2}about \\+-\\d+% in 7 min, \\+-\\d+% in 15 min, \\+-\\d+% in 60 min\n")
                // the requests are no longer few then
                .containsPattern("50 rps {2}about \\+-\\d+% in 7 min, \\+-\\d+% in 15 min, \\+-9% in 20 min\n")
                .containsPattern("150 rps {2}about \\+-\\d+% in 7 min\n")
                .containsPattern("500 rps {2}about \\+-\\d+% in 7 min\n");
    }

    @Test
    void where_the_interval_will_be_too_wide_for_a_result_it_says_so() {
        assertThat(words(List.of(1.0, 9.0), Duration.ofMinutes(15)))
                .containsPattern("at 1 rps about \\+-\\d+% in 7 min, \\+-\\d+% in 15 min"
                        + " \\(probably too wide for a result\\); at 9 rps ")
                .doesNotContainPattern("at 9 rps.*too wide");
        assertThat(words(List.of(9.0), Duration.ofMinutes(3))).contains("in 3 min (probably too wide for a result)");
        // from 20,000 requests on a result needs a narrower interval
        assertThat(PrecisionReports.before(
                                new Precision(0.001, false),
                                List.of(400.0),
                                SearchSettings.DEFAULT,
                                Duration.ofMinutes(7))
                        .words())
                .contains("at 400 rps about +-30% in 7 min (probably too wide for a result)");
    }

    @Test
    void a_width_above_the_redline_itself_is_no_figure() {
        assertThat(words(List.of(0.4), Duration.ofMinutes(15)))
                .contains("at 0.4 rps more than +-100% in 7 min, about +-88% in 15 min (probably");
    }

    @Test
    void a_longer_run_is_recommended_only_where_the_search_would_use_it() {
        assertThat(words(List.of(30.0, 600.0), Duration.ofMinutes(10)))
                .contains("in 10 min (+-10% would take")
                .matches(".*; at 600 rps about \\+-\\d+% in 7 min\\.");
        assertThat(words(List.of(350.0), Duration.ofMinutes(3)))
                .as("shorter than a usual search")
                .contains("in 3 min (+-10% would take 7 min)");
    }

    private static String words(List<Double> rates, Duration longest) {
        return PrecisionReports.before(new Precision(0.01, true), rates, SearchSettings.DEFAULT, longest)
                .words();
    }

    @Test
    void of_rules_that_limit_no_percentile_nothing_is_stated() throws Exception {
        assertThat(Precisions.of(service("host.cpu <= percent(80)"), List.of())).isEmpty();
    }

    @Test
    void after_a_run_the_reached_precision_is_beside_the_expected_one() {
        PrecisionReport report = PrecisionReports.after(new Precision(0.01, true), 94, Duration.ofSeconds(430), 0.057);

        assertThat(report.reached()).isEqualTo(0.057);
        assertThat(report.words())
                .matches("The redline is known to \\+-6%; for 94 rps about \\+-\\d+% in 7 min was to be expected\\.");
    }
}
