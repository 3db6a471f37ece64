package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.evidence.CountInterval;
import dev.redliner.search.evidence.CountInterval.Criterion;
import dev.redliner.search.evidence.ProbeResult;
import dev.redliner.search.evidence.ProbeResult.Outcome;
import dev.redliner.search.evidence.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DispersionTest {
    private static final Instant START = Instant.ofEpochSecond(1_800_000_000L);
    private static final double POOL = 1_000;
    private static final Criterion SLOW = new Criterion("p99", "latency.p99", 0.01, 0.25);
    private static final Criterion FAILED = new Criterion("errors", "error_rate", 0.001, 0);

    /** Two minutes without bad requests, in which the number of requests alternates from second to second. */
    private static ProbeResult probe(double one, double other) {
        var seconds = new ArrayList<CountInterval>();
        for (int i = 0; i < 120; i++) {
            double requested = i % 2 == 0 ? one : other;
            Instant from = START.plusSeconds(i);
            seconds.add(new CountInterval(
                    from,
                    from.plusSeconds(1),
                    requested,
                    requested,
                    List.of(new CountInterval.Count(SLOW, 0, requested), new CountInterval.Count(FAILED, 0, requested)),
                    List.of(),
                    null,
                    null,
                    null,
                    null,
                    Map.of(),
                    null,
                    POOL,
                    false));
        }
        return ProbeResult.of(Stage.BASELINE, 100, Outcome.OPEN, false, null, "", seconds);
    }

    @Test
    void of_failed_requests_is_that_of_the_arrivals_before_one_was_seen() {
        // variance 400, mean 100: 120 seconds of this against 20 seconds of independent arrivals
        assertThat(Dispersion.seen(FAILED, List.of(probe(80, 120)))).isCloseTo(500.0 / 139, within(0.05));
    }

    @Test
    void of_failed_requests_is_at_least_one_and_a_half() {
        assertThat(Dispersion.seen(FAILED, List.of(probe(99, 101)))).isEqualTo(1.5);
    }

    @Test
    void of_slow_requests_is_eight_before_one_was_seen() {
        assertThat(Dispersion.seen(SLOW, List.of(probe(99, 101)))).isEqualTo(8);
    }
}
