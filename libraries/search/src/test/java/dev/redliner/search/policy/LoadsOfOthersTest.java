package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SimulatedHost;
import dev.redliner.search.Stage;
import org.junit.jupiter.api.Test;

/** A search at loads that it did not choose. */
class LoadsOfOthersTest {
    private static final int WORKERS = 8;
    private static final double MEAN = 0.018;
    private static final double CV = 0.6;
    private static final double TRUTH = SimulatedHost.truth(WORKERS, MEAN, CV);

    private final SimulatedHost host = new SimulatedHost(1, WORKERS, MEAN, CV);
    private GuidedSearch search = GuidedSearch.from(0.5 * TRUTH, 1.8 * TRUTH, SearchSettings.DEFAULT);

    @Test
    void a_search_that_holds_uses_a_second_and_keeps_its_load() {
        Plan baseline = search.plan();
        CountInterval last = host.second(0.5 * TRUTH, 1.8 * TRUTH);
        for (; search.observe(last).plan().equals(baseline); last = host.second(0.5 * TRUTH, 1.8 * TRUTH)) {
            search = search.observe(last);
        }
        assertThat(search.holding(last).plan()).isEqualTo(baseline);
        assertThat(search.holding(last)
                        .observe(host.second(0.5 * TRUTH, 1.8 * TRUTH))
                        .probes()
                        .all())
                .singleElement()
                .satisfies(probe -> assertThat(probe.seconds()).hasSize(SearchSettings.DEFAULT.baselineSeconds() + 1));
    }

    @Test
    void a_load_of_others_is_probed_and_a_long_enough_probe_before_it_counts() {
        observe(0.5 * TRUTH, 20);
        search = search.instead(Stage.RAMP, 0.8 * TRUTH, "as recorded");
        assertThat(search.plan()).isInstanceOfSatisfying(Plan.Probe.class, probe -> assertThat(probe.load())
                .isEqualTo(0.8 * TRUTH));
        observe(0.8 * TRUTH, 1);
        search = search.instead(Stage.REFINE, 0.9 * TRUTH, "as recorded");
        assertThat(search.probes().all()).as("one second is no evidence").hasSize(1);
        hold(0.9 * TRUTH, 60);
        search = search.instead(Stage.REFINE, TRUTH, "as recorded");
        assertThat(search.probes().all()).hasSize(2);
        hold(TRUTH, 120);
        Plan end = search.endedNow("The evidence ends here.", null);
        assertThat(end).as("the ramp is over").isInstanceOfSatisfying(Plan.Done.class, done -> assertThat(
                        done.redline().rps())
                .isBetween(0.93 * TRUTH, 1.07 * TRUTH));
    }

    @Test
    void a_search_that_has_ended_goes_on_at_the_load_of_others() {
        search = GuidedSearch.from(0.5 * TRUTH, 0.6 * TRUTH, SearchSettings.DEFAULT);
        while (search.plan() instanceof Plan.Probe probe) {
            search = search.observe(host.second(probe.load(), 0.6 * TRUTH));
        }
        assertThat(search.instead(Stage.CONFIRM, 0.6 * TRUTH, "as recorded").plan())
                .isInstanceOf(Plan.Probe.class);
        assertThat(search.holding(host.second(0.6 * TRUTH)))
                .as("without a probe")
                .isSameAs(search);
    }

    private void observe(double load, int seconds) {
        for (int i = 0; i < seconds; i++) {
            CountInterval second = host.second(load, 1.8 * TRUTH);
            GuidedSearch next = search.observe(second);
            search = next.plan().equals(search.plan()) ? next : search.holding(second);
        }
    }

    private void hold(double load, int seconds) {
        for (int i = 0; i < seconds; i++) {
            search = search.holding(host.second(load, 1.8 * TRUTH));
        }
    }
}
