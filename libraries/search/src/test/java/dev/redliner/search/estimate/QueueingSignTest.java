package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueingSignTest {
    private static final Criterion P99 = new Criterion("p99", "latency.p99", 0.01, 0.25);

    /** Twenty seconds at a load, of which the last five bring half as much again. */
    private static ProbeResult probe(double rps, Outcome outcome) {
        List<CountInterval> seconds = IntStream.range(0, 20)
                .mapToObj(i -> second(i, i < 15 ? rps : 1.5 * rps).latency(0.1).build())
                .toList();
        return ProbeResult.of(new Plan.Probe(2, rps, Stage.REFINE, ""), outcome, true, P99, "p99", seconds);
    }

    @Test
    void is_at_the_load_of_its_own_seconds_where_they_hold_few_requests() {
        QueueingSign sign = QueueingSign.of(probe(40, Outcome.BAD), P99);
        assertThat(Math.exp(sign.lnLoad())).isBetween(52.0, 60.0);
        // five seconds of 60 requests each
        assertThat(sign.spread()).isCloseTo(Math.sqrt(1 / 270.0), within(0.005));
    }

    @Test
    void is_at_the_mean_load_of_its_look_where_a_second_holds_many() {
        QueueingSign sign = QueueingSign.of(probe(400, Outcome.BAD), P99);
        assertThat(Math.exp(sign.lnLoad())).isCloseTo(450, within(1.0));
        assertThat(sign.spread()).isEqualTo(0.02);
    }

    @Test
    void says_that_the_redline_is_below_and_errs_in_one_of_twenty_five() {
        QueueingSign sign = QueueingSign.of(probe(400, Outcome.BAD), P99);
        assertThat(sign.logLikelihood(Math.log(300))).isCloseTo(Math.log(0.96), within(1e-3));
        assertThat(sign.logLikelihood(Math.log(600))).isCloseTo(Math.log(0.04), within(1e-3));
    }

    @Test
    void says_less_the_longer_the_load_held_before_if_the_knee_is_steep() {
        QueueingSign sign = QueueingSign.of(probe(400, Outcome.BAD), P99);
        assertThat(sign.held()).isEqualTo(18);
        assertThat(sign.heldLogLikelihood(Math.log(300), 100)).isCloseTo(0.9 * Math.log(0.04), within(1e-3));
        assertThat(sign.heldLogLikelihood(Math.log(600), 100)).isCloseTo(0.9 * Math.log(0.96), within(1e-3));
        assertThat(sign.heldLogLikelihood(Math.log(300), 15)).as("a flat knee").isZero();
        assertThat(QueueingSign.of(probe(400, Outcome.OPEN), P99).heldLogLikelihood(Math.log(300), 100))
                .isZero();
    }

    @Test
    void of_a_look_that_was_not_bad_says_the_opposite() {
        QueueingSign sign = QueueingSign.of(probe(400, Outcome.OPEN), P99);
        assertThat(sign.logLikelihood(Math.log(300))).isCloseTo(Math.log(0.04), within(1e-3));
    }
}
