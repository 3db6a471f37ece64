package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SimulatedHost;
import dev.redliner.search.SimulatedHost.Pauses;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hosts whose redline lies near or above all the load that may be brought. */
@Tag("slow")
class AtLeastTest {
    private static final int WORKERS = 8;
    private static final double MEAN = 0.018;
    private static final double CV = 0.6;
    /** Most bad requests come from a few pauses in a minute. */
    private static final Pauses BURSTY = new Pauses(12, 0.08);
    /** Part by which traffic grows within a second. */
    private static final double GROWTH = 0.002;
    /** The published figures are of 200 seeds: -Dredliner.seeds=200 -DexcludedGroups=none. */
    private static final int SEEDS = Integer.getInteger("redliner.seeds", 5);

    private static final SearchSettings SETTINGS = SearchSettings.DEFAULT.within(Duration.ofSeconds(300));

    private static final double TRUTH = SimulatedHost.truth(WORKERS, MEAN, CV);
    private static final double BURSTY_TRUTH = SimulatedHost.truth(WORKERS, MEAN, CV, BURSTY);

    @Test
    void at_least_is_said_only_after_a_long_look_at_all_the_load_allowed() {
        double highest = 0.6 * TRUTH;
        var search = GuidedSearch.from(0.3 * TRUTH, highest, SearchSettings.DEFAULT);
        var outcome = SimulatedHost.play(search, new SimulatedHost(5, WORKERS, MEAN, CV), highest);
        assertThat(redline(outcome).atLeast()).isTrue();
        assertThat(outcome.story().get(outcome.story().size() - 1)).contains("CONFIRM " + Math.round(highest));
        assertThat(outcome.seconds()).isGreaterThan(SearchSettings.DEFAULT.confirmSeconds());
    }

    @Test
    void a_host_far_above_holds_all_of_it_safely() {
        double highest = 0.6 * TRUTH;
        for (int seed = 1; seed <= SEEDS; seed++) {
            var search = GuidedSearch.from(0.3 * TRUTH, highest, SearchSettings.DEFAULT);
            var outcome = SimulatedHost.play(search, new SimulatedHost(seed, WORKERS, MEAN, CV), highest);
            Redline redline = redline(outcome);
            assertThat(redline.atLeast())
                    .as("seed %d: %s", seed, outcome.story())
                    .isTrue();
            assertThat(redline.rps()).isBetween(0.95 * highest, 1.05 * highest);
            assertThat(redline.safe())
                    .as("little speaks against all of it")
                    .isBetween(0.97 * redline.rps(), redline.rps());
        }
    }

    @Test
    void a_host_far_above_holds_all_of_a_traffic_that_grows() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            Search search = GuidedSearch.from(0.2 * TRUTH, 0.4 * TRUTH, SearchSettings.DEFAULT);
            var host = new SimulatedHost(seed, WORKERS, MEAN, CV);
            double available = 0.4 * TRUTH;
            for (double grows = GROWTH * available; search.plan() instanceof Plan.Probe probe; available += grows) {
                search = search.observe(host.second(Math.min(available, probe.load()), available));
            }
            assertThat(search.plan()).as("seed %d", seed).isInstanceOf(Plan.Done.class);
            Redline redline = ((Plan.Done) search.plan()).redline();
            assertThat(redline.atLeast()).as("seed %d", seed).isTrue();
            assertThat(redline.rps()).as("seed %d", seed).isBetween(0.85 * available, available);
        }
    }

    /** The traffic rises at the end of the first long probe at the top, and is in a lull during the second one. */
    @Test
    void a_lull_of_the_traffic_takes_nothing_from_a_higher_load_that_held() {
        double normal = 0.4 * TRUTH;
        int first = SearchSettings.DEFAULT.confirmSeconds();
        Search search = GuidedSearch.from(0.2 * TRUTH, normal, SearchSettings.DEFAULT);
        var host = new SimulatedHost(1, WORKERS, MEAN, CV);
        for (int atTop = 0; search.plan() instanceof Plan.Probe probe; ) {
            atTop += atTop > 0 || probe.stage() == Stage.CONFIRM ? 1 : 0;
            double available = normal * (atTop < first ? 1 : atTop < 1.2 * first ? 1.15 : 0.85);
            search = search.observe(host.second(Math.min(available, probe.load()), available));
        }
        List<ProbeResult> atTop = ((GuidedSearch) search)
                .probes().all().stream().filter(v -> v.stage() == Stage.CONFIRM).toList();
        assertThat(atTop).hasSize(2);
        assertThat(atTop.get(1).load()).isLessThan(0.95 * atTop.get(0).load());
        assertThat(((Plan.Done) search.plan()).redline().rps())
                .isEqualTo(atTop.get(0).load());
    }

    @Test
    void without_counts_that_say_something_about_load_there_is_no_safe_rate() {
        Search search = GuidedSearch.from(100, 200, SearchSettings.DEFAULT);
        var host = new SimulatedHost(1, WORKERS, MEAN, CV);
        while (search.plan() instanceof Plan.Probe probe) {
            search = search.observe(SimulatedHost.uncounted(host.second(probe.load(), 200)));
        }
        Redline redline = ((Plan.Done) search.plan()).redline();
        assertThat(redline.atLeast()).isTrue();
        assertThat(redline.safe()).isNull();
    }

    @Test
    void a_hiccup_in_the_first_look_at_the_top_makes_no_redline_of_the_edge_of_the_grid() {
        double highest = 0.5 * TRUTH;
        for (int seed = 1; seed <= SEEDS; seed++) {
            var outcome = withHiccup(highest, new SimulatedHost(seed, WORKERS, MEAN, CV));
            assertThat(redline(outcome).atLeast())
                    .as("seed %d: %s", seed, outcome.story())
                    .isTrue();
            assertThat(redline(outcome).safe())
                    .isLessThanOrEqualTo(redline(outcome).rps());
        }
    }

    /** Makes twenty requests slow, once, in the second second of the first probe at all the load that may be brought. */
    private static SimulatedHost.Outcome withHiccup(double highest, SimulatedHost host) {
        Search search = GuidedSearch.from(0.25 * TRUTH, highest, SearchSettings.DEFAULT);
        var story = new ArrayList<String>();
        int seconds = 0;
        int probe = 0;
        int atTop = 0;
        while (search.plan() instanceof Plan.Probe planned && seconds < 2_000) {
            if (planned.number() != probe) {
                probe = planned.number();
                story.add(seconds + "s " + planned.stage() + " " + Math.round(planned.load()) + ": " + planned.why());
            }
            CountInterval second = host.second(planned.load(), highest);
            boolean top = planned.load() > 0.99 * highest;
            atTop += top ? 1 : 0;
            search = search.observe(top && atTop == 2 ? SimulatedHost.slowed(second, 20) : second);
            seconds++;
        }
        return new SimulatedHost.Outcome(search.plan(), seconds, 0, 0, probe, story);
    }

    @Test
    void the_safe_rate_of_bursty_hosts_with_their_redline_around_the_top_holds() {
        int held = 0;
        int results = 0;
        for (double part : List.of(0.94, 0.98, 1.02, 1.06)) {
            List<Redline> here = around(part);
            long safe = here.stream().filter(redline -> held(redline)).count();
            List<Redline> atLeast = here.stream().filter(Redline::atLeast).toList();
            System.out.printf(
                    "redline %.2f of the highest load: truth at or above safe in %d of %d; "
                            + "at least in %d of them, truth at or above safe in %d and at or above X in %d of those%n",
                    part,
                    safe,
                    here.size(),
                    atLeast.size(),
                    atLeast.stream().filter(redline -> held(redline)).count(),
                    atLeast.stream()
                            .filter(redline -> redline.rps() <= BURSTY_TRUTH)
                            .count());
            held += (int) safe;
            results += here.size();
        }
        System.out.printf("together: %d of %d%n", held, results);
        assertThat(results).as("results").isGreaterThan(3 * SEEDS);
        assertThat(held).as("safe rates not above the truth").isGreaterThanOrEqualTo((int) (0.85 * results));
    }

    /** Results on bursty hosts whose redline is this part of the highest load. */
    private static List<Redline> around(double part) {
        double highest = BURSTY_TRUTH / part;
        var redlines = new ArrayList<Redline>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            var search = GuidedSearch.from(0.45 * BURSTY_TRUTH, highest, SETTINGS);
            var outcome = SimulatedHost.play(search, new SimulatedHost(seed, WORKERS, MEAN, CV, BURSTY), highest);
            if (outcome.plan() instanceof Plan.Done done) {
                redlines.add(done.redline());
            }
        }
        return redlines;
    }

    private static boolean held(Redline redline) {
        Double safe = redline.safe();
        assertThat(safe).as("a safe rate").isNotNull();
        return safe <= BURSTY_TRUTH;
    }

    private static Redline redline(SimulatedHost.Outcome outcome) {
        assertThat(outcome.plan()).as("%s", outcome.story()).isInstanceOf(Plan.Done.class);
        return ((Plan.Done) outcome.plan()).redline();
    }
}
