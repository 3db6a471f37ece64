package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval.Criterion;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KneeTest {
    private static final Criterion P99 = new Criterion("p99", "latency.p99", 0.01, 0.5);
    private static final Criterion ERRORS = new Criterion("errors", "errors.ratio", 0.001, 0);

    @Test
    void weights_sum_to_one_at_every_redline() {
        for (double rps : new double[] {1, 10, 74, 100, 151, 5_000}) {
            double sum = Arrays.stream(Knee.lnWeights(P99, Math.log(rps)))
                    .map(Math::exp)
                    .sum();
            assertThat(sum).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void a_host_of_ten_requests_per_second_has_a_gentle_knee() {
        // 3.2 x (10 rps x 0.5 s)^0.38 = 5.9
        assertThat(median(P99, 10)).isBetween(4.0, 7.0);
        assertThat(median(P99, 70)).isBetween(9.0, 16.0);
    }

    @Test
    void a_large_host_and_failed_requests_may_have_any_knee_from_five_on() {
        assertThat(median(P99, 1_000)).isBetween(25.0, 60.0);
        assertThat(median(ERRORS, 10)).isBetween(25.0, 60.0);
        assertThat(Math.exp(Knee.lnWeights(P99, Math.log(1_000))[0])).isLessThan(0.001);
    }

    private static double median(Criterion criterion, double rps) {
        double[] weights = Knee.lnWeights(criterion, Math.log(rps));
        double below = 0;
        for (int k = 0; k < weights.length; k++) {
            below += Math.exp(weights[k]);
            if (below >= 0.5) {
                return Knee.EXPONENTS[k];
            }
        }
        throw new AssertionError("the weights sum to " + below);
    }
}
