package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static dev.redliner.search.PowerLawHost.P99;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.Plan;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TailPosteriorTest {
    private static final double REDLINE = 400;
    /** One of the exponents of the grid. */
    private static final double STEEPNESS = Knee.EXPONENTS[6];

    private static final LoadGrid GRID = LoadGrid.over(200, 800, 281);
    private static final Fluctuation STEADY = Fluctuation.of(List.of(), 0);

    @Test
    void lies_at_the_redline_and_the_steepness_that_made_the_counts() {
        TailPosterior.Weights weights = posterior(0.7, 0.9, 1, 1.1).weights(1);
        assertThat(sum(weights)).isCloseTo(1, within(1e-9));
        assertThat(Math.exp(mean(weights))).isCloseTo(REDLINE, within(0.01 * REDLINE));
        assertThat(weights.steepness()).isCloseTo(STEEPNESS, within(0.15 * STEEPNESS));
    }

    @Test
    void a_larger_dispersion_of_the_counts_leaves_it_wider() {
        TailPosterior posterior = posterior(0.7, 0.9, 1, 1.1);
        assertThat(spread(posterior.weights(20))).isGreaterThan(1.5 * spread(posterior.weights(1)));
    }

    @Test
    void a_probe_added_later_counts_like_one_that_was_there() {
        TailPosterior.Weights later =
                posterior(0.7, 0.9).with(probe(1)).with(probe(1.1)).weights(3);
        assertThat(later)
                .usingRecursiveComparison()
                .isEqualTo(posterior(0.7, 0.9, 1, 1.1).weights(3));
    }

    @Test
    void noise_of_the_traffic_lowers_the_mean_load_that_holds() {
        var noisy = new ArrayList<Double>();
        IntStream.range(0, 600).forEach(i -> noisy.add(i % 2 == 0 ? 900.0 : 1_100.0));
        List<ProbeResult> probes = List.of(probe(0.7), probe(0.9), probe(1), probe(1.1));
        var inNoise = TailPosterior.over(P99, GRID, probes, Fluctuation.of(noisy, 0), 0);
        assertThat(mean(inNoise.weights(1)))
                .isLessThan(mean(posterior(0.7, 0.9, 1, 1.1).weights(1)) - 0.02);
    }

    @Test
    void of_a_queueing_host_only_the_sign_counts() {
        ProbeResult queued = ProbeResult.of(
                new Plan.Probe(1, 500, Stage.RAMP, ""),
                Outcome.BAD,
                true,
                P99,
                "p99",
                List.of(
                        second(0, 500).bad(P99, 0).build(),
                        second(1, 500).bad(P99, 0).build()));
        TailPosterior.Weights weights =
                TailPosterior.over(P99, GRID, List.of(), STEADY, 0).with(queued).weights(1);
        TailPosterior.Weights before =
                TailPosterior.over(P99, GRID, List.of(), STEADY, 0).weights(1);
        assertThat(above(weights, 550) / below(weights, 450))
                .isCloseTo(0.04 / 0.96 * above(before, 550) / below(before, 450), within(1e-3));
    }

    @Test
    void one_odd_probe_does_not_dominate() {
        TailPosterior agreed = posterior(0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1);
        ProbeResult odd = new PowerLawHost(REDLINE / 2, STEEPNESS).probe(Stage.REFINE, 0.7 * REDLINE, 20);
        assertThat(mean(agreed.with(odd).weights(1))).isCloseTo(mean(agreed.weights(1)), within(0.01));
    }

    private static TailPosterior posterior(double... parts) {
        var probes = new ArrayList<ProbeResult>();
        for (double part : parts) {
            probes.add(probe(part));
        }
        return TailPosterior.over(P99, GRID, probes, STEADY, 0);
    }

    private static ProbeResult probe(double part) {
        return new PowerLawHost(REDLINE, STEEPNESS).probe(Stage.REFINE, part * REDLINE, 100);
    }

    private static double sum(TailPosterior.Weights weights) {
        return below(weights, Double.POSITIVE_INFINITY);
    }

    private static double below(TailPosterior.Weights weights, double load) {
        return IntStream.range(0, weights.redlines().length)
                .filter(i -> GRID.lnLoads()[i] < Math.log(load))
                .mapToDouble(i -> weights.redlines()[i])
                .sum();
    }

    private static double above(TailPosterior.Weights weights, double load) {
        return sum(weights) - below(weights, load);
    }

    private static double mean(TailPosterior.Weights weights) {
        return IntStream.range(0, weights.redlines().length)
                .mapToDouble(i -> weights.redlines()[i] * GRID.lnLoads()[i])
                .sum();
    }

    private static double spread(TailPosterior.Weights weights) {
        double mean = mean(weights);
        return Math.sqrt(IntStream.range(0, weights.redlines().length)
                .mapToDouble(i -> weights.redlines()[i] * Math.pow(GRID.lnLoads()[i] - mean, 2))
                .sum());
    }
}
