package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.redliner.testbench.benchmark.CountLine.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CountLineTest {
    private static final double REDLINE = 80;
    private static final double ALLOWED = 0.01;
    private static final double REQUESTS = 15_000;
    private static final double SLOPE = 20;
    private static final int LINES = 400;
    private static final int RUNS = 36;
    /** Of the logarithm of a count, as of a host with one server in runs of three minutes. */
    private static final double SCATTER = 0.7;

    @Test
    void counts_on_the_line_give_its_redline() {
        List<Count> counts = new ArrayList<>();
        for (double load = 77; load <= 83; load++) {
            counts.add(new Count(load, REQUESTS, expected(load)));
        }
        LongRunTruth found = CountLine.crossing(counts, ALLOWED, "latency");
        assertThat(found.rps()).isCloseTo(REDLINE, withPercentage(0.001));
        assertThat(found.elasticity()).isCloseTo(SLOPE, within(0.01));
        assertThat(found.standardErrorPercent()).isLessThan(0.001);
        assertThat(found.rule()).isEqualTo("latency");
    }

    /** A line through the logarithms would be 0.7 * 0.7 / 2 / 20 = 1.2% too high. */
    @Test
    void bursts_of_any_size_do_not_shift_the_redline_and_the_error_is_what_is_stated() {
        var random = new Random(5);
        double sum = 0;
        double squares = 0;
        double stated = 0;
        for (int line = 0; line < LINES; line++) {
            LongRunTruth found = CountLine.crossing(bursts(random), ALLOWED, "latency");
            double error = 100 * Math.log(found.rps() / REDLINE);
            sum += error;
            squares += error * error;
            stated += found.standardErrorPercent();
        }
        double deviation = Math.sqrt(squares / LINES);
        assertThat(sum / LINES).isCloseTo(0, within(0.35));
        assertThat(stated / LINES).isBetween(0.6 * deviation, 1.2 * deviation);
    }

    @Test
    void runs_without_a_bad_request_count_too() {
        List<Count> counts = new ArrayList<>();
        for (double load = 77; load <= 83; load++) {
            // every second burst is missing, and the others are twice as large
            counts.add(new Count(load, REQUESTS, 2 * expected(load)));
            counts.add(new Count(load, REQUESTS, 0));
        }
        assertThat(CountLine.crossing(counts, ALLOWED, "latency").rps()).isCloseTo(REDLINE, withPercentage(0.1));
    }

    @Test
    void no_line_that_rises_is_no_redline() {
        Count same = new Count(80, REQUESTS, 100);
        assertThat(CountLine.crossing(List.of(same, same, same, same), ALLOWED, "latency")
                        .rps())
                .isInfinite();
        List<Count> falling = List.of(
                new Count(78, REQUESTS, 300),
                new Count(79, REQUESTS, 200),
                new Count(81, REQUESTS, 100),
                new Count(82, REQUESTS, 50));
        assertThat(CountLine.crossing(falling, ALLOWED, "latency").rps()).isInfinite();
        assertThat(CountLine.crossing(falling.subList(0, 3), ALLOWED, "latency").rps())
                .isInfinite();
        assertThat(CountLine.crossing(List.of(), ALLOWED, "latency").rps()).isInfinite();
    }

    private static double expected(double load) {
        return REQUESTS * ALLOWED * Math.pow(load / REDLINE, SLOPE);
    }

    private static List<Count> bursts(Random random) {
        List<Count> counts = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            double load = REDLINE * Math.exp(0.01 * (run % 9 - 4));
            counts.add(new Count(
                    load, REQUESTS, expected(load) * Math.exp(SCATTER * (random.nextGaussian() - SCATTER / 2))));
        }
        return counts;
    }
}
