package dev.redliner.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.hostmodel.HostSecond;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LagEstimateTest {
    @Test
    void the_lag_is_learnt_from_the_arrivals_and_guessed_before() {
        for (int lag = 0; lag <= 4; lag++) {
            var random = new Random(lag);
            var estimate = new LagEstimate(0.03);
            assertThat(estimate.seconds()).isEqualTo(3);
            double[] shares = new double[120];
            for (int second = 0; second < shares.length; second++) {
                shares[second] = 0.03 * Math.pow(1.2, second / 15);
                estimate.asked(shares[second]);
                double mean = 12_000 * (second < lag ? 0.03 : shares[second - lag]);
                double arrivals = Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
                estimate.observe(new HostSecond(second, arrivals, arrivals, 0, LatencyHistogram.EMPTY, null, 12_000));
            }
            assertThat(estimate.seconds()).isEqualTo(lag);
        }
    }
}
