package dev.redliner.controller.report;

import static dev.redliner.controller.report.RunExpectation.recovered;
import static dev.redliner.controller.report.RunExpectation.redline;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.MetCheck;
import dev.redliner.api.RecoveryReport;
import dev.redliner.rules.LatencyStatistic;
import dev.redliner.search.Redline;
import dev.redliner.service.Expectation;
import dev.redliner.service.LatencyExpectation;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RunExpectationTest {
    private static final Duration TEN = Duration.ofSeconds(10);

    @Test
    void the_whole_interval_decides_and_not_the_estimate() {
        assertThat(redline(700, between(705, 760)).outcome()).isEqualTo(MetCheck.MET);
        assertThat(redline(700, between(650, 760)).outcome()).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(redline(700, between(650, 699)).outcome()).isEqualTo(MetCheck.NOT_MET);
        assertThat(redline(700, between(650, 760)).words()).contains("650 to 760 rps (95%)");
        assertThat(redline(5, between(4.1, 4.9)).words()).contains("4.1 to 4.9 rps (95%)");
    }

    @Test
    void a_lower_bound_shows_that_an_expectation_is_met_and_never_that_it_is_not() {
        assertThat(redline(700, atLeast(720)).outcome()).isEqualTo(MetCheck.MET);
        assertThat(redline(700, atLeast(600)).outcome()).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(redline(700, null).outcome()).isEqualTo(MetCheck.CANNOT_TELL);
    }

    @Test
    void a_recovery_is_met_within_its_time_and_not_met_only_if_it_was_watched_for_as_long() {
        assertThat(recovered(TEN, report(MetCheck.MET, 4.0, 4), 0).outcome()).isEqualTo(MetCheck.MET);
        assertThat(recovered(TEN, report(MetCheck.MET, 14.0, 14), 12).outcome()).isEqualTo(MetCheck.NOT_MET);
        assertThat(recovered(TEN, report(MetCheck.MET, 14.0, 14), 8).outcome())
                .as("it may have been normal after 8 s")
                .isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(recovered(TEN, report(MetCheck.NOT_MET, null, 12), 10.2).outcome())
                .isEqualTo(MetCheck.NOT_MET);
        assertThat(recovered(Duration.ofSeconds(30), report(MetCheck.NOT_MET, null, 12), 10.2)
                        .outcome())
                .isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(recovered(TEN, null, 0).outcome()).isEqualTo(MetCheck.CANNOT_TELL);
        // at the end the peers were slow as well
        assertThat(recovered(TEN, report(MetCheck.CANNOT_TELL, null, 65), 8).outcome())
                .isEqualTo(MetCheck.CANNOT_TELL);
        var alone = recovered(TEN, report(MetCheck.CANNOT_TELL, null, 65), 28);
        assertThat(alone.outcome()).isEqualTo(MetCheck.NOT_MET);
        assertThat(alone.words()).startsWith("The SUT was not at its normal 28 s after the decision to restore, and");
    }

    @Test
    void an_expectation_that_was_stored_before_there_were_latencies_has_none() {
        Expectation stored = JsonMapper.shared().readValue("{\"redline\": 700.0}", Expectation.class);
        assertThat(stored).isEqualTo(new Expectation(700.0, null));
        var latest = new Expectation(null, null, List.of(new LatencyExpectation(LatencyStatistic.P99, 600, TEN)));
        assertThat(JsonMapper.shared().readValue(JsonMapper.shared().writeValueAsString(latest), Expectation.class))
                .isEqualTo(latest);
    }

    private static RecoveryReport report(MetCheck outcome, @Nullable Double seconds, double watched) {
        return new RecoveryReport(outcome, seconds, watched, "some words");
    }

    private static Redline between(double low, double high) {
        double rps = (low + high) / 2;
        return new Redline(rps, low, high, low, "p99", false, List.of());
    }

    private static Redline atLeast(double low) {
        return new Redline(low, low, Double.POSITIVE_INFINITY, low, null, true, List.of());
    }
}
