package dev.redliner.controller.run.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.RestorationTest;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareNoiseTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
    private static final double SLACK = 0.03;
    /** The assumed dispersion of a back end before any traffic was seen. */
    private static final double USUAL = 1.5;
    /** Mean number of requests of a page load. They go the same way. */
    private static final double PAGE = 2.5;

    private static final int BASELINE_SECONDS = 15;
    private static final int STEPS = 25;
    private static final int STEP_SECONDS = 12;
    private static final int RUNS = 400;

    /** Traffic in page loads of geometric size. Each page load goes to one host. */
    private static final class Traffic {
        private final Random random;
        private final double poolRps;
        private final double obeys;
        private Instant now = START;

        /** @param obeys the fraction of the asked share that the SUT gets */
        Traffic(long seed, double poolRps, double obeys) {
            random = new Random(seed);
            this.poolRps = poolRps;
            this.obeys = obeys;
        }

        Tick second(Share asked) {
            long sut = 0;
            long all = 0;
            for (long page = poisson(poolRps / PAGE); page > 0; page--) {
                int requests = 1;
                while (random.nextDouble() < 1 - 1 / PAGE) {
                    requests++;
                }
                all += requests;
                sut += random.nextDouble() < obeys * asked.fraction() ? requests : 0;
            }
            Instant from = now;
            now = now.plusSeconds(1);
            return RestorationTest.tick(from, now, sut, all);
        }

        private long poisson(double mean) {
            if (mean > 50) {
                return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
            }
            long count = 0;
            for (double at = -Math.log(1 - random.nextDouble()); at < mean; count++) {
                at -= Math.log(1 - random.nextDouble());
            }
            return count;
        }
    }

    /** Seconds of a run until its share is found not to be obeyed; infinite if it never is. */
    private static double alarm(Traffic traffic, boolean measured) {
        var noise = ShareNoise.UNKNOWN;
        Share share = Share.ofFraction(0.25);
        for (int second = 0; second < BASELINE_SECONDS; second++) {
            noise = noise.observe(traffic.second(share), share);
        }
        var all = Delivered.NONE;
        for (int step = 0; step < STEPS; step++) {
            share = Share.ofFraction(0.25 + 0.02 * step);
            var delivered = Delivered.NONE;
            for (int second = 0; second < STEP_SECONDS; second++) {
                Tick tick = traffic.second(share);
                delivered = delivered.plus(tick, share);
                all = all.plus(tick, share);
                noise = noise.observe(tick, share);
                double dispersion = measured ? noise.dispersion(USUAL) : 1;
                if (denied(delivered, dispersion) || denied(all, dispersion)) {
                    return step * STEP_SECONDS + second + 1;
                }
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private static boolean denied(Delivered delivered, double dispersion) {
        return delivered.enough() && !delivered.obeyed(SLACK, dispersion);
    }

    private static long alarms(double poolRps, boolean measured) {
        long alarms = 0;
        for (int run = 0; run < RUNS; run++) {
            alarms += Double.isFinite(alarm(new Traffic(run, poolRps, 1), measured)) ? 1 : 0;
        }
        return alarms;
    }

    /** Runs of 25 steps each. At 1,000 requests per second and more, the slack is wider than chance. */
    @ParameterizedTest
    @ValueSource(doubles = {30, 300, 3_000})
    void page_loads_end_fewer_than_one_run_in_a_hundred(double poolRps) {
        assertThat(alarms(poolRps, true)).isLessThan(RUNS / 100);
    }

    @Test
    void taken_for_single_draws_they_would_end_one_run_in_ten_and_more() {
        assertThat(alarms(300, false)).isGreaterThan(RUNS / 10);
    }

    /** A pool of 30 requests per second has too few requests in a step of 12 s to show it, and enough in the run. */
    @ParameterizedTest
    @ValueSource(doubles = {30, 300, 3_000})
    void a_fifth_of_the_share_that_goes_elsewhere_is_found(double poolRps) {
        for (int run = 0; run < 40; run++) {
            assertThat(alarm(new Traffic(run, poolRps, 0.8), true))
                    .as("run %d", run)
                    .isLessThan(STEPS * STEP_SECONDS);
        }
    }

    @Test
    void a_share_that_is_not_obeyed_is_no_noise() {
        var noise = ShareNoise.UNKNOWN;
        var traffic = new Traffic(1, 3_000, 0.5);
        for (int second = 0; second < 60; second++) {
            noise = noise.observe(traffic.second(Share.ofFraction(0.5)), Share.ofFraction(0.5));
        }
        // a geometric page load of mean m varies 2m - 1 times as much as single draws, minus the draws of the share
        // itself
        assertThat(noise.dispersion(USUAL)).isBetween(2.5, 6.0);
    }
}
