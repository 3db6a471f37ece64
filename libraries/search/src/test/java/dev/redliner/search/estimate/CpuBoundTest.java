package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuBoundTest {
    @Test
    void the_highest_good_load_over_its_usage_fills_the_cpu() {
        CpuBound bound = CpuBound.of(List.of(
                        probe(200, 0.5, Outcome.GOOD), probe(300, 0.6, Outcome.OPEN), probe(400, 1, Outcome.BAD)))
                .orElseThrow();
        assertThat(Math.exp(bound.lnFull())).isCloseTo(500, within(1e-9));
    }

    @Test
    void a_usage_below_three_tenths_or_unknown_is_no_bound() {
        assertThat(CpuBound.of(List.of(probe(200, 0.29, Outcome.GOOD)))).isEmpty();
        assertThat(CpuBound.of(List.of(probe(200, 0.31, Outcome.GOOD)))).isPresent();
        assertThat(CpuBound.of(List.of(new PowerLawHost(1_000, 15).probe(Stage.RAMP, 200, 10))))
                .isEmpty();
    }

    @Test
    void redlines_beyond_a_full_cpu_become_impossible_and_those_far_below_stay() {
        double[] loads = {Math.log(400), Math.log(500), Math.log(600)};
        double[] below = {0.1, 0.2, 0.3};
        new CpuBound(Math.log(500)).lower(loads, below);
        assertThat(below[0]).isCloseTo(0.1, within(1e-6));
        assertThat(below[1]).isCloseTo(0.6, within(1e-9));
        assertThat(below[2]).isCloseTo(1, within(1e-6));
    }

    private static ProbeResult probe(double load, double cpu, Outcome outcome) {
        return new PowerLawHost(1_000, 15).probe(Stage.RAMP, load, 10, outcome, second -> second.cpu(cpu));
    }
}
