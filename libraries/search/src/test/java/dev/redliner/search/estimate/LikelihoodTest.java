package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import java.util.List;
import org.junit.jupiter.api.Test;

class LikelihoodTest {
    private static final Criterion P99 = new Criterion("p99", "latency.p99", 0.01, 0.25);

    @Test
    void is_largest_at_the_observed_fraction() {
        double best = 0.002;
        for (double p = 0.002; p < 0.2; p += 0.001) {
            if (Likelihood.ratio(30, 1_000, p, 0.01) > Likelihood.ratio(30, 1_000, best, 0.01)) {
                best = p;
            }
        }
        assertThat(best).isCloseTo(0.03, within(1e-9));
        assertThat(Likelihood.ratio(30, 1_000, 0.03, 0.01)).isCloseTo(30 * Math.log(3) - 20, within(1e-9));
        assertThat(Likelihood.ratio(30, 1_000, 0.01, 0.01)).isZero();
    }

    @Test
    void three_times_the_allowed_requests_prove_too_many_and_their_dispersion_deflates_the_proof() {
        double proof = 30 * Math.log(3) - 20;
        assertThat(Likelihood.tooMany(P99, seconds(30), 1)).isCloseTo(proof, within(1e-9));
        assertThat(Likelihood.tooMany(P99, seconds(30), 8)).isCloseTo(proof / 8, within(1e-9));
        assertThat(Likelihood.tooMany(P99, seconds(30), 0.1))
                .as("a dispersion below 1 adds no proof")
                .isCloseTo(proof, within(1e-9));
        assertThat(Likelihood.tooMany(P99, seconds(10), 1)).isNegative();
    }

    @Test
    void no_bad_request_of_a_thousand_proves_few_and_the_allowed_ones_do_not() {
        assertThat(Likelihood.few(P99, seconds(0), 1)).isCloseTo(1_000 * (0.01 - 0.002), within(1e-9));
        assertThat(Likelihood.few(P99, seconds(10), 1)).isNegative();
    }

    @Test
    void counts_are_sums_over_the_seconds() {
        assertThat(Likelihood.bad(P99, seconds(30))).isEqualTo(30);
        assertThat(Likelihood.total(P99, seconds(30))).isEqualTo(1_000);
    }

    /** Two seconds of 500 requests each. */
    private static List<CountInterval> seconds(double bad) {
        return List.of(
                second(0, 500).bad(P99, bad).build(), second(1, 500).bad(P99, 0).build());
    }
}
