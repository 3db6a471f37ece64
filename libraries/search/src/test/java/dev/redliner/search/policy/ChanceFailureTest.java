package dev.redliner.search.policy;

import static dev.redliner.search.IntervalBuilder.second;
import static dev.redliner.search.PowerLawHost.P99;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.IntervalBuilder;
import dev.redliner.search.Plan;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Search;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The normal median is 50 ms and the limit 250 ms, so a median of 60 ms is 5% of the way. */
class ChanceFailureTest {
    private static final Criterion ERRORS = new Criterion("errors", "error_rate", 0.001, 0);
    private static final double LOAD = 12;

    private final ProbeHistory before =
            ProbeHistory.NONE.with(new PowerLawHost(1_000, 15).probe(Stage.BASELINE, 200, 15));

    @Test
    void a_failed_page_load_of_a_small_host_is_explained_and_three_are_not() {
        assertThat(explains("errors", seconds(2, 0.05, null))).isTrue();
        assertThat(explains("errors", seconds(9, 0.05, null))).isFalse();
        assertThat(explains("p99", seconds(2, 0.05, null))).isTrue();
    }

    @Test
    void a_host_that_queues_or_is_busy_has_a_reason_to_fail() {
        assertThat(explains("errors", seconds(2, 0.07, null))).isFalse();
        assertThat(explains("errors", seconds(2, 0.05, 0.9))).isFalse();
        assertThat(explains("errors", seconds(2, 0.05, 0.5))).isTrue();
    }

    @Test
    void a_rule_without_counts_fails_by_its_verdict() {
        assertThat(explains("queue", seconds(2, 0.05, null))).isFalse();
        assertThat(ChanceFailure.explains("errors", probe(seconds(2, 0.05, null)), ProbeHistory.NONE))
                .as("nothing is known before the baseline")
                .isFalse();
    }

    @Test
    void the_ramp_of_a_small_host_goes_on_after_such_a_failure() {
        assertThat(stageAfterFailure(0.05)).isEqualTo(Stage.RAMP);
        assertThat(stageAfterFailure(0.07)).as("the host queues").isEqualTo(Stage.REFINE);
    }

    /** The stage of the first load after the recovery from a failure on the way up. */
    private static Stage stageAfterFailure(double median) {
        Search search = GuidedSearch.from(LOAD, 4 * LOAD, SearchSettings.DEFAULT);
        int at = 0;
        while (!(search.plan() instanceof Plan.Probe probe && probe.number() == 3)) {
            search = search.observe(quiet(at++, search, 0.05));
        }
        search = search.observe(quiet(at++, search, median));
        CountInterval failed =
                second(at++, LOAD).bad(P99, 0).bad(ERRORS, 2).latency(median).build();
        search = search.breached("errors", failed);
        assertThat(((Plan.Probe) search.plan()).stage()).isEqualTo(Stage.HEAL);
        while (((Plan.Probe) search.plan()).stage() == Stage.HEAL) {
            search = search.observe(quiet(at++, search, 0.05));
        }
        return ((Plan.Probe) search.plan()).stage();
    }

    private static CountInterval quiet(int at, Search search, double median) {
        double load = ((Plan.Probe) search.plan()).load();
        return second(at, load).bad(P99, 0).bad(ERRORS, 0).latency(median).build();
    }

    private boolean explains(String rule, List<CountInterval> seconds) {
        return ChanceFailure.explains(rule, probe(seconds), before);
    }

    private Probe probe(List<CountInterval> seconds) {
        Probe probe = Probe.at(new Plan.Probe(2, LOAD, Stage.RAMP, ""), SearchSettings.DEFAULT, before, LOAD);
        for (CountInterval second : seconds) {
            probe = probe.with(second);
        }
        return probe;
    }

    /** Five seconds, the last of which has failed requests. */
    private static List<CountInterval> seconds(double failed, double median, Double cpu) {
        var seconds = new ArrayList<CountInterval>();
        for (int i = 0; i < 5; i++) {
            IntervalBuilder one =
                    second(i, LOAD).bad(P99, 0).bad(ERRORS, i == 4 ? failed : 0).latency(median);
            seconds.add((cpu == null ? one : one.cpu(cpu)).build());
        }
        return seconds;
    }
}
