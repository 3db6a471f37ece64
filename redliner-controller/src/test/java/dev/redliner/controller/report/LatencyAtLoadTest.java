package dev.redliner.controller.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.ExpectationReport.Part;
import dev.redliner.api.MetCheck;
import dev.redliner.controller.report.LatencyAtLoad.Seen;
import dev.redliner.rules.LatencyStatistic;
import dev.redliner.service.LatencyExpectation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyAtLoadTest {
    private static final LatencyExpectation P99 =
            new LatencyExpectation(LatencyStatistic.P99, 600, Duration.ofMillis(150));

    @Test
    void few_slow_requests_at_the_load_meet_it() {
        Part part = LatencyAtLoad.of(P99, List.of(at(601, 20_000, 90)));
        assertThat(part.outcome()).isEqualTo(MetCheck.MET);
        assertThat(part.words())
                .isEqualTo("At 601 rps, 90 of 20,000 requests took longer than 150 ms; p99 allows 200.");
        assertThat(part.expected()).isEqualTo("p99 at 600 <= 150ms");
    }

    @Test
    void many_slow_requests_at_the_load_do_not() {
        assertThat(outcome(at(599, 20_000, 400))).isEqualTo(MetCheck.NOT_MET);
    }

    @Test
    void chance_is_no_evidence() {
        assertThat(outcome(at(600, 20_000, 190))).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(outcome(at(600, 20_000, 215))).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(outcome(at(600, 300, 0))).as("few requests").isEqualTo(MetCheck.CANNOT_TELL);
    }

    @Test
    void a_higher_load_that_meets_it_shows_it_for_the_lower_one() {
        assertThat(outcome(at(700, 20_000, 90))).isEqualTo(MetCheck.MET);
        assertThat(outcome(at(500, 20_000, 90))).as("not the other way round").isEqualTo(MetCheck.CANNOT_TELL);
    }

    @Test
    void a_lower_load_that_does_not_meet_it_excludes_it_for_the_higher_one() {
        assertThat(outcome(at(500, 20_000, 400))).isEqualTo(MetCheck.NOT_MET);
        assertThat(outcome(at(700, 20_000, 400))).as("not the other way round").isEqualTo(MetCheck.CANNOT_TELL);
    }

    @Test
    void neighboring_loads_are_added_nearest_first() {
        Part part = LatencyAtLoad.of(P99, List.of(at(800, 20_000, 900), at(640, 3_000, 4), at(605, 3_000, 2)));
        assertThat(part.outcome()).isEqualTo(MetCheck.MET);
        assertThat(part.words()).startsWith("At 605 to 640 rps, 6 of 6,000 requests");
    }

    @Test
    void loads_that_contradict_each_other_decide_nothing() {
        Part part = LatencyAtLoad.of(P99, List.of(at(500, 20_000, 400), at(700, 20_000, 20)));
        assertThat(part.outcome()).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(part.words()).contains("Higher loads show that it is met");
    }

    @Test
    void requests_without_an_answer_may_be_slow_and_show_nothing() {
        assertThat(outcome(new Seen(600, 600, 20_000, 20, 300))).isEqualTo(MetCheck.CANNOT_TELL);
        assertThat(outcome(new Seen(600, 600, 20_000, 20, 10))).isEqualTo(MetCheck.MET);
        assertThat(outcome(new Seen(600, 600, 20_000, 400, 300))).isEqualTo(MetCheck.NOT_MET);
    }

    @Test
    void without_requests_it_cannot_be_told() {
        assertThat(LatencyAtLoad.of(P99, List.of()).outcome()).isEqualTo(MetCheck.CANNOT_TELL);
    }

    private static MetCheck outcome(Seen seen) {
        return LatencyAtLoad.of(P99, List.of(seen)).outcome();
    }

    private static Seen at(double rps, double requests, double slow) {
        return new Seen(rps, rps, requests, slow, 0);
    }
}
