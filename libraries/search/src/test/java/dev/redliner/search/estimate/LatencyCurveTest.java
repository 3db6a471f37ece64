package dev.redliner.search.estimate;

import static dev.redliner.search.PowerLawHost.P99;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyCurveTest {
    private static final double SATURATION = 1_000;
    private static final double IDLE = 0.02;
    private static final double QUEUE = 0.02;
    /** {@code 0.02 + 0.02 r / (1 - r)} is 250 ms at {@code r = 0.92}. */
    private static final double MEETS = 920;

    @Test
    void predicts_the_load_at_which_a_queue_meets_its_limit() {
        var probes = probes(300, 500, 700, 800, 850, 900);
        assertThat(LatencyCurve.quantile(P99, probes, 1, 0.5).orElseThrow()).isCloseTo(MEETS, within(0.03 * MEETS));
    }

    @Test
    void a_low_quantile_is_below_the_prediction_and_few_probes_leave_it_far_below() {
        var many = probes(300, 500, 700, 800, 850, 900);
        double low = LatencyCurve.quantile(P99, many, 1, 0.05).orElseThrow();
        assertThat(low)
                .isLessThanOrEqualTo(LatencyCurve.quantile(P99, many, 1, 0.5).orElseThrow());
        double wide = LatencyCurve.quantile(P99, probes(300, 500), 1, 0.95).orElseThrow()
                - LatencyCurve.quantile(P99, probes(300, 500), 1, 0.05).orElseThrow();
        assertThat(wide).isGreaterThan(3 * (MEETS - low));
    }

    @Test
    void a_single_usable_probe_gives_no_curve() {
        var probes = new ArrayList<>(probes(300));
        probes.add(probe(900, Outcome.BAD));
        assertThat(LatencyCurve.quantile(P99, probes, 1, 0.5)).isEmpty();
        probes.add(probe(7, Outcome.GOOD));
        assertThat(LatencyCurve.quantile(P99, probes, 1, 0.5)).as("70 requests").isEmpty();
        probes.add(probe(9, Outcome.GOOD));
        assertThat(LatencyCurve.quantile(P99, probes, 1, 0.5)).as("90 requests").isPresent();
    }

    private static List<ProbeResult> probes(double... loads) {
        var probes = new ArrayList<ProbeResult>();
        for (double load : loads) {
            probes.add(probe(load, Outcome.GOOD));
        }
        return probes;
    }

    private static ProbeResult probe(double load, Outcome outcome) {
        double r = load / SATURATION;
        double p99 = IDLE + QUEUE * r / (1 - r);
        return new PowerLawHost(SATURATION, 15)
                .probe(Stage.RAMP, load, 10, outcome, second -> second.latency(0.01, p99));
    }
}
