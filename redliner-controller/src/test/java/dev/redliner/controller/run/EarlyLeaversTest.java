package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.run.evidence.Baseline;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EarlyLeaversTest {
    /** An hour for each load. */
    private static final int TICKS = 7_200;

    @Test
    void clients_that_leave_anyway_hold_next_to_no_run() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        System.out.println("rps  leave  ticks held by chance");
        for (double rps : new double[] {10, 100, 1_000}) {
            for (double leaving : new double[] {0, 0.01, 0.1}) {
                int held = held(random, rps, leaving);
                System.out.printf("%4.0f  %.0f%%  %d of %d%n", rps, leaving * 100, held, TICKS);
                assertThat(held).as("seed %d", seed).isLessThanOrEqualTo(TICKS / 100);
            }
        }
    }

    /** Measures baselines of 15 s and steps of half a minute. */
    private static int held(Random random, double rps, double leaving) {
        int held = 0;
        for (int run = 0; run < TICKS / 60; run++) {
            var host = new BurstyHost(random, 0.05, leaving, 0);
            Baseline baseline = host.baseline(rps, 15);
            for (int i = 0; i < 60; i++) {
                host.tick(1.6 * rps);
                held += EarlyLeavers.unknown(baseline, host.recent()).isPresent() ? 1 : 0;
            }
        }
        return held;
    }

    @Test
    void a_fifth_of_the_clients_is_noticed_within_seconds() {
        var random = new Random(1);
        for (double rps : new double[] {40, 100, 1_000}) {
            var calm = new BurstyHost(random, 0.05, 0.01, 0);
            Baseline baseline = calm.baseline(rps, 15);
            var host = new BurstyHost(random, 0.05, 0.2, 0);
            int ticks = 0;
            while (EarlyLeavers.unknown(baseline, host.recent()).isEmpty()) {
                host.tick(rps);
                ticks++;
                assertThat(ticks).as("%.0f rps", rps).isLessThan(20);
            }
        }
    }
}
