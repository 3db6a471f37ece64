package dev.redliner.search.policy;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Plan;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProbeHistoryTest {
    private static final Criterion ERRORS = new Criterion("errors", "error_rate", 0.001, 0);

    /** A baseline of 15 seconds with 100 requests each, of which some of the fifth second fail. */
    private static ProbeHistory withFailures(int bad) {
        return ProbeHistory.NONE.with(ProbeResult.of(
                new Plan.Probe(1, 100, Stage.BASELINE, ""),
                Outcome.OPEN,
                false,
                null,
                "",
                IntStream.range(0, 15)
                        .mapToObj(i -> second(i, 100)
                                .bad(ERRORS, i == 4 ? bad : 0)
                                .latency(0.05)
                                .build())
                        .toList()));
    }

    @Test
    void a_page_load_that_fails_does_not_break_a_rule_at_the_baseline() {
        // four times the allowed fraction, of a single page
        assertThat(withFailures(6).brokenAtBaseline()).isEmpty();
    }

    @Test
    void failures_beyond_chance_break_a_rule_at_the_baseline() {
        assertThat(withFailures(40).brokenAtBaseline()).hasValue("errors");
    }

    @Test
    void a_host_beyond_its_redline_breaks_its_rule_at_the_baseline() {
        // 5% slow where 1% is allowed
        var host = new PowerLawHost(90, 15);
        ProbeResult baseline = host.probe(Stage.BASELINE, 100, 15, Outcome.OPEN, second -> second);
        assertThat(ProbeHistory.NONE.with(baseline).brokenAtBaseline()).hasValue("p99");
    }
}
