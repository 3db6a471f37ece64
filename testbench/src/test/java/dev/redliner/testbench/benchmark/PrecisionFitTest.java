package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.Precision;
import dev.redliner.testbench.benchmark.PrecisionFit.Constants;
import dev.redliner.testbench.benchmark.PrecisionFit.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrecisionFitTest {
    private static List<Run> runs(double counting, double bursts, double twin) {
        var random = new Random(7);
        var runs = new ArrayList<Run>();
        for (int i = 0; i < 200; i++) {
            double rps = 5 * Math.pow(400, random.nextDouble());
            double seconds = 200 + random.nextInt(1600);
            double exact = new Precision(0.01, true).halfWidth(rps, seconds, counting, bursts, twin);
            runs.add(new Run(rps, seconds, 0.01, exact * Math.exp(0.3 * random.nextGaussian())));
        }
        return runs;
    }

    @Test
    void it_finds_the_constants_behind_noisy_runs() {
        Constants found = PrecisionFit.fit(runs(8, 0.03, 0.15));

        assertThat(found.counting()).isCloseTo(8, within(1.6));
        assertThat(found.bursts()).isCloseTo(0.03, within(0.006));
        assertThat(found.twin()).isCloseTo(0.15, within(0.03));
    }

    @Test
    void a_row_has_expected_over_reached_with_its_range() {
        assertThat(PrecisionFit.row("all", List.of(new Run(400, 100, 0.01, 0.2)), new Constants(4, 0, 1)))
                .isEqualTo("| all | 1 | 20.0 | 10.0 | 0.50 (0.50 to 0.50) |\n");
    }
}
