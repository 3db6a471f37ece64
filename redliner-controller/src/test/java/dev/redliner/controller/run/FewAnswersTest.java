package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.TickSum;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FewAnswersTest {
    /** An hour for each load. */
    private static final int TICKS = 7_200;

    private static final int STEP = 60;
    private static final int RUNS = 20;

    @Test
    void a_host_that_answers_all_is_hardly_ever_held() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        System.out.println("rps  mean latency  clients that leave  ticks held by chance");
        for (double rps : new double[] {10, 100, 1_000}) {
            for (double latency : new double[] {0.05, 0.3, 1}) {
                for (double leaving : new double[] {0, 0.1}) {
                    int held = held(random, rps, latency, leaving);
                    System.out.printf("%4.0f  %.2f s  %.0f%%  %d of %d%n", rps, latency, leaving * 100, held, TICKS);
                    assertThat(held).as("seed %d", seed).isLessThanOrEqualTo(TICKS / 300);
                }
            }
        }
    }

    /** Measures baselines of 15 s, and after each one a step of half a minute at 1.6 times the load. */
    private static int held(Random random, double rps, double latency, double leaving) {
        int held = 0;
        for (int run = 0; run < TICKS / STEP; run++) {
            var host = new BurstyHost(random, latency, leaving, 0);
            Baseline baseline = host.baseline(rps, 15);
            TickSum step = TickSum.NONE;
            for (int i = 0; i < STEP; i++) {
                step = step.plus(host.tick(1.6 * rps));
                held += FewAnswers.unknown(baseline, step, host.recent()).isPresent() ? 1 : 0;
            }
        }
        return held;
    }

    /** Means of {@value #RUNS} runs. {@link FewAnswers} and docs/guarantees.md contain them in round figures. */
    @ParameterizedTest
    @CsvSource({
        "10, 0.1, 210",
        "10, 0.4, 17",
        "100, 0.1, 22",
        "100, 0.2, 8",
        "100, 0.4, 2",
        "1000, 0.1, 3",
        "1000, 0.4, 1",
    })
    void of_a_part_that_hangs_the_step_is_held_all_the_sooner_the_larger_it_is(double rps, double part, double most) {
        long seed = new Random().nextLong();
        double mean = IntStream.range(0, RUNS)
                .mapToDouble(i -> seconds(new Random(seed + i), rps, part))
                .average()
                .orElseThrow();
        System.out.printf("%4.0f rps, %.0f%% hang: held after %.1f s, seed %d%n", rps, part * 100, mean, seed);
        assertThat(mean).as("seed %d", seed).isLessThanOrEqualTo(most);
    }

    @Test
    void twenty_requests_without_an_answer_are_enough() {
        var host = new BurstyHost(new Random(1), 0.05, 0, 1);
        for (int i = 0; i < 20; i++) {
            host.tick(8);
        }
        assertThat(FewAnswers.unknown(null, TickSum.NONE, host.recent())).isPresent();
    }

    private static double seconds(Random random, double rps, double part) {
        var host = new BurstyHost(random, 0.05, 0, part);
        TickSum step = TickSum.NONE;
        int ticks = 0;
        while (FewAnswers.unknown(null, step, host.recent()).isEmpty() && ticks < 1_000) {
            step = step.plus(host.tick(rps));
            ticks++;
        }
        return ticks / 2.0;
    }
}
