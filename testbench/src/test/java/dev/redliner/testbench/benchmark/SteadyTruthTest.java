package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyTruthTest {
    private static final double REDLINE = 80;
    private static final int REQUESTS = 15_000;
    /** Fraction of slow requests at any load. */
    private static final double FLOOR = 0.0002;

    @ParameterizedTest
    @ValueSource(doubles = {60, 72, 80, 88, 105})
    void a_rough_redline_on_either_side_is_enough(double rough) {
        SteadyTruth truth = after(30, rough, 20, 0.25);
        LongRunTruth found = truth.redline().orElseThrow();
        assertThat(found.rps()).isCloseTo(REDLINE, withPercentage(1));
        assertThat(found.rule()).isEqualTo("latency");
        assertThat(found.standardErrorPercent()).isLessThan(1);
    }

    /** A few percent of load between no slow request and many, as Tomcat in swinging traffic. */
    @Test
    void a_steep_host_has_a_truth_after_some_runs() {
        LongRunTruth found = after(12, 76, 70, 0.6).redline().orElseThrow();
        assertThat(found.rps()).isCloseTo(REDLINE, withPercentage(1));
        assertThat(found.standardErrorPercent()).isLessThan(1);
    }

    /** Such as one beside the start of another program. */
    @Test
    void a_disturbed_run_far_below_the_redline_does_not_keep_the_others_there() {
        var disturbed = new SteadyRun(60, REQUESTS, REQUESTS / 2, 0);
        LongRunTruth found = more(new SteadyTruth(List.of(disturbed), 60), 25, 45, 0.25)
                .redline()
                .orElseThrow();
        assertThat(found.rps()).isCloseTo(REDLINE, withPercentage(1));
    }

    @Test
    void the_runs_after_the_first_are_near_the_redline_on_both_sides() {
        List<SteadyRun> later = after(30, 60, 20, 0.25).runs().subList(15, 30);
        assertThat(later).allSatisfy(run -> assertThat(run.rps()).isCloseTo(REDLINE, withPercentage(6)));
        assertThat(later).anySatisfy(run -> assertThat(run.rps()).isGreaterThan(1.02 * REDLINE));
        assertThat(later).anySatisfy(run -> assertThat(run.rps()).isLessThan(0.98 * REDLINE));
    }

    @Test
    void failed_requests_are_a_limit_too() {
        List<SteadyRun> runs = new ArrayList<>();
        for (double load = 76; load <= 84; load++) {
            long failed = Math.round(REQUESTS * RealService.ALLOWED_ERRORS * Math.pow(load / REDLINE, 20));
            runs.add(new SteadyRun(load, REQUESTS, 1, failed));
        }
        LongRunTruth found = new SteadyTruth(runs, 70).redline().orElseThrow();
        assertThat(found.rule()).isEqualTo("errors");
        assertThat(found.rps()).isCloseTo(REDLINE, withPercentage(0.1));
    }

    @Test
    void too_few_runs_or_runs_without_a_slope_have_no_truth() {
        assertThat(after(3, 80, 20, 0.1).redline()).isEmpty();
        SteadyRun fine = new SteadyRun(70, REQUESTS, 0, 0);
        assertThat(new SteadyTruth(List.of(fine, fine, fine, fine, fine), 70).redline())
                .isEmpty();
        assertThat(new SteadyTruth(List.of(fine, fine, fine, fine, fine), 70).next())
                .isGreaterThan(70);
    }

    private static SteadyTruth after(int number, double rough, double elasticity, double scatter) {
        return more(new SteadyTruth(List.of(), rough), number, elasticity, scatter);
    }

    /**
     * Runs of a host whose slow fraction grows with a power of the load, with a floor. Each is wrong by a random factor of
     * mean 1, and counts by chance.
     */
    private static SteadyTruth more(SteadyTruth first, int number, double elasticity, double scatter) {
        var random = new Random(3);
        SteadyTruth truth = first;
        double rough = first.rough();
        while (truth.runs().size() < number) {
            double load = truth.next();
            double fraction = RealService.ALLOWED_SLOW
                    * Math.pow(load / REDLINE, elasticity)
                    * Math.exp(scatter * (random.nextGaussian() - scatter / 2));
            double expected = REQUESTS * Math.min(1, fraction + FLOOR);
            long slow = Math.round(Math.max(0, expected + Math.sqrt(expected) * random.nextGaussian()));
            List<SteadyRun> runs = new ArrayList<>(truth.runs());
            runs.add(new SteadyRun(load, REQUESTS, Math.min(REQUESTS, slow), 0));
            truth = new SteadyTruth(runs, rough);
        }
        return truth;
    }
}
