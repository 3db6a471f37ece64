package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Count;
import dev.redliner.search.LatencyCounts;
import dev.redliner.search.Plan;
import dev.redliner.search.Prior;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SimulatedHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuidedSearchTest {
    private static final int WORKERS = 8;
    private static final double MEAN = 0.018;
    private static final double CV = 0.6;
    private static final double TRUTH = SimulatedHost.truth(WORKERS, MEAN, CV);

    @Test
    @Tag("slow")
    void finds_the_redline_of_hosts_whose_capacity_is_known() {
        var errors = new ArrayList<Double>();
        int covered = 0;
        int runs = 12;
        double harm = 0;
        for (int seed = 1; seed <= runs; seed++) {
            var search = GuidedSearch.from(
                    0.45 * TRUTH, 1.8 * TRUTH, SearchSettings.DEFAULT.within(Duration.ofSeconds(240)));
            var outcome = SimulatedHost.play(search, new SimulatedHost(seed, WORKERS, MEAN, CV), 1.8 * TRUTH);
            assertThat(outcome.plan()).as("seed %d: %s", seed, outcome.story()).isInstanceOf(Plan.Done.class);
            Redline redline = ((Plan.Done) outcome.plan()).redline();
            System.out.printf(
                    "seed %d truth %.0f redline %.0f (%.0f to %.0f, safe %.0f) in %.0f s, %d visits, %.2f%% slow%n",
                    seed,
                    TRUTH,
                    redline.rps(),
                    redline.low(),
                    redline.high(),
                    redline.safe(),
                    outcome.seconds(),
                    outcome.probes(),
                    100 * outcome.bad() / outcome.served());
            errors.add(Math.abs(redline.rps() / TRUTH - 1));
            covered += redline.low() <= TRUTH && TRUTH <= redline.high() ? 1 : 0;
            harm += outcome.bad() / outcome.served() / runs;
            assertThat(redline.limitingRule()).isEqualTo("p99");
            assertThat(outcome.seconds()).isLessThan(290);
        }
        errors.sort(Double::compare);
        int ninth = (int) Math.ceil(0.9 * runs) - 1;
        System.out.printf(
                "median error %.1f%%, p90 %.1f%%, covered %d of %d, slow %.2f%%%n",
                100 * errors.get(runs / 2), 100 * errors.get(ninth), covered, runs, 100 * harm);
        assertThat(errors.get(runs / 2)).as("median error").isLessThan(0.03);
        assertThat(errors.get(ninth)).as("error in nine of ten").isLessThan(0.07);
        assertThat(covered).as("intervals that hold the truth").isGreaterThanOrEqualTo(10);
        assertThat(harm).as("slow requests").isLessThan(0.02);
    }

    @Test
    @Tag("slow")
    void in_little_time_the_ramp_arrives_all_the_same() {
        assertThat(arrived(12, 0.35 * TRUTH, SearchSettings.DEFAULT.within(Duration.ofSeconds(90)), 1))
                .isGreaterThanOrEqualTo(10);
    }

    @Test
    @Tag("slow")
    void a_ramp_from_far_below_arrives_although_each_step_is_seen_late() {
        assertThat(arrived(10, 0.2 * TRUTH, SearchSettings.DEFAULT, 9)).isGreaterThanOrEqualTo(9);
    }

    @Test
    @Tag("slow")
    void few_requests_take_more_than_the_usual_time_until_the_interval_is_narrower() {
        double truth = SimulatedHost.truth(1, 0.015, CV);
        SearchSettings settings = SearchSettings.DEFAULT.within(Duration.ofHours(1));
        var search = GuidedSearch.from(0.45 * truth, 1.8 * truth, settings);
        var outcome = SimulatedHost.play(search, new SimulatedHost(1, 1, 0.015, CV), 1.8 * truth);
        Plan.Done done = (Plan.Done) outcome.plan();
        assertThat(outcome.seconds()).isBetween(430.0, 3_000.0);
        assertThat(done.why()).startsWith("The extra time for few requests has narrowed the interval to +-");
        assertThat(done.redline().high() / done.redline().low() - 1).isLessThan(2.7 * settings.thinAbove());
    }

    /** The number of runs that have a result. Each result has to be near the truth. */
    private static int arrived(int runs, double normalLoad, SearchSettings settings, int late) {
        int arrived = 0;
        for (int seed = 1; seed <= runs; seed++) {
            var search = GuidedSearch.from(normalLoad, 1.8 * TRUTH, settings);
            var outcome = SimulatedHost.play(search, new SimulatedHost(seed, WORKERS, MEAN, CV), 1.8 * TRUTH, late);
            if (outcome.plan() instanceof Plan.Done done) {
                arrived++;
                assertThat(done.redline().rps()).isBetween(0.85 * TRUTH, 1.15 * TRUTH);
            }
        }
        return arrived;
    }

    @Test
    void one_failed_request_of_a_short_look_may_be_chance_and_ends_no_ramp() {
        var host = new FlatHost();
        Search search = ramping(host);
        int number = probe(search).number();
        double load = probe(search).load();
        search = search.observe(host.second(load));
        search = search.observe(host.second(load));
        search = search.observe(host.second(load, 1));
        while (probe(search).number() == number) {
            search = search.observe(host.second(load));
        }
        assertThat(probe(search).stage()).isEqualTo(Stage.RAMP);
        assertThat(probe(search).why()).contains("largest step");
    }

    @Test
    void says_at_least_when_all_the_load_that_may_be_brought_passes() {
        var search = GuidedSearch.from(0.3 * TRUTH, 0.6 * TRUTH, SearchSettings.DEFAULT);
        var outcome = SimulatedHost.play(search, new SimulatedHost(5, WORKERS, MEAN, CV), 0.6 * TRUTH);
        Redline redline = ((Plan.Done) outcome.plan()).redline();
        assertThat(redline.atLeast()).isTrue();
        assertThat(redline.rps()).isBetween(0.5 * TRUTH, 0.65 * TRUTH);
        assertThat(redline.limitingRule()).isNull();
    }

    @Test
    void gives_up_when_the_normal_load_is_too_much_already() {
        var search = GuidedSearch.from(1.1 * TRUTH, 3 * TRUTH, SearchSettings.DEFAULT);
        var outcome = SimulatedHost.play(search, new SimulatedHost(5, WORKERS, MEAN, CV), 3 * TRUTH);
        assertGivenUp(outcome.plan(), "p99", "normal load");
    }

    @Test
    void a_breach_in_the_ramp_goes_back_below_what_was_good() {
        var host = new FlatHost();
        Search search = ramping(host);
        double before = probe(search).load();
        search = search.observe(host.second(before)).breached("p99", null);
        assertHealsBelow(before, search);
        assertThat(search.breached("p99", null).plan())
                .as("a load that was good before is broken as well")
                .isInstanceOf(Plan.GivenUp.class);
    }

    @Test
    void a_breach_that_a_look_does_not_show_is_no_evidence_against_its_load() {
        var host = new FlatHost();
        Search search = ramping(host);
        double before = probe(search).load();
        search = search.observe(host.second(before));
        assertThat(((GuidedSearch) search.breached("p99", null)).probes().last().outcome())
                .isEqualTo(ProbeResult.Outcome.OPEN);
        Search shown = search.observe(fifthOfASecond(before, 0.5)).breached("p99", null);
        assertThat(((GuidedSearch) shown).probes().last().outcome()).isEqualTo(ProbeResult.Outcome.BAD);
    }

    @Test
    void a_breach_that_the_first_fifth_of_a_second_shows_goes_back_at_once() {
        Search search = ramping(new FlatHost());
        double before = probe(search).load();
        assertHealsBelow(before, search.breached("p99", fifthOfASecond(before, 0.5)));
    }

    @Test
    void a_breach_from_before_the_load_was_there_waits_for_what_the_load_does() {
        Search search = ramping(new FlatHost());
        double before = probe(search).load();
        assertThat(search.breached("p99", fifthOfASecond(before, 0)).plan()).isEqualTo(search.plan());
        assertThat(search.breached("p99", null).plan()).isEqualTo(search.plan());
    }

    @Test
    void what_an_earlier_run_found_is_no_estimate_of_this_one() {
        Search search = GuidedSearch.from(100, 2_000, SearchSettings.DEFAULT.knowing(Prior.stated(600)));
        var host = new FlatHost();
        double load = 0;
        while (load < 480) {
            assertThat(search.estimate())
                    .as("nothing but good was seen up to " + load)
                    .isEmpty();
            load = probe(search).load();
            search = search.observe(host.second(load));
        }
    }

    @Test
    void a_search_that_has_to_end_says_what_it_knows_and_in_its_ramp_that_is_no_result() {
        Search search = GuidedSearch.from(0.45 * TRUTH, 1.8 * TRUTH, SearchSettings.DEFAULT);
        var host = new SimulatedHost(3, WORKERS, MEAN, CV);
        assertGivenUp(search.endedNow("its time is over", null), "its time is over");
        boolean guessed = false;
        while (probe(search).stage() != Stage.CONFIRM) {
            search = search.observe(host.second(probe(search).load(), 1.8 * TRUTH));
            boolean climbing =
                    probe(search).stage() == Stage.RAMP && probe(search).load() < 0.9 * TRUTH;
            if (climbing) {
                guessed |= search.estimate().isPresent();
                assertGivenUp(search.endedNow("its time is over", null), "its time is over");
            }
        }
        assertThat(guessed).as("the CPU alone gives an estimate on the way").isTrue();
        assertThat(search.endedNow("its time is over", null))
                .isEqualTo(new Plan.Done(search.estimate().orElseThrow(), "its time is over"));
    }

    @Test
    void what_was_seen_of_a_look_counts_although_the_search_has_to_end_in_it() {
        Search search = GuidedSearch.from(0.45 * TRUTH, 1.8 * TRUTH, SearchSettings.DEFAULT);
        var host = new SimulatedHost(3, WORKERS, MEAN, CV);
        while (probe(search).stage() != Stage.REFINE) {
            search = search.observe(host.second(probe(search).load(), 1.8 * TRUTH));
        }
        int number = probe(search).number();
        double begun = width(search);
        for (int i = 0; i < 22 && probe(search).number() == number; i++) {
            search = search.observe(host.second(probe(search).load(), 1.8 * TRUTH));
        }
        assertThat(probe(search).number()).as("still looking").isEqualTo(number);
        assertThat(width(search)).isLessThan(begun);
    }

    @Test
    void the_second_in_which_it_ends_counts_unless_other_hosts_suffered_too() {
        Search search = GuidedSearch.from(0.45 * TRUTH, 1.8 * TRUTH, SearchSettings.DEFAULT);
        var host = new SimulatedHost(3, WORKERS, MEAN, CV);
        CountInterval last = host.second(0.45 * TRUTH, 1.8 * TRUTH);
        while (probe(search).stage() != Stage.REFINE) {
            last = host.second(probe(search).load(), 1.8 * TRUTH);
            search = search.observe(last);
        }
        double load = probe(search).load();
        CountInterval bad = quick(last.to(), last.to().plusSeconds(1), load, counts(load, 0.5));
        Plan without = search.endedNow("its time is over", null);
        assertThat(search.endedNow("its time is over", bad.inSharedIncident())).isEqualTo(without);
        assertThat(((Plan.Done) search.endedNow("its time is over", bad))
                        .redline()
                        .rps())
                .isLessThan(((Plan.Done) without).redline().rps());
    }

    /** The width of the interval, if the search had to end now. */
    private static double width(Search search) {
        Redline redline = ((Plan.Done) search.endedNow("its time is over", null)).redline();
        return redline.high() / redline.low();
    }

    /** A search that has just begun a step of its ramp, without any evidence of it yet. */
    private static Search ramping(FlatHost host) {
        Search search = flat(100);
        while (probe(search).number() < 4) {
            search = search.observe(host.second(probe(search).load()));
        }
        return search;
    }

    /** A search on a host to which 1000 requests per second could be brought. */
    private static Search flat(double normalLoad) {
        return GuidedSearch.from(normalLoad, 1000, SearchSettings.DEFAULT);
    }

    private static Plan.Probe probe(Search search) {
        return (Plan.Probe) search.plan();
    }

    private static void assertHealsBelow(double load, Search search) {
        assertThat(probe(search).stage()).isEqualTo(Stage.HEAL);
        assertThat(probe(search).load()).isLessThan(load);
    }

    private static void assertGivenUp(Plan plan, String... why) {
        assertThat(plan).isInstanceOf(Plan.GivenUp.class);
        assertThat(((Plan.GivenUp) plan).why()).contains(why);
    }

    private static CountInterval fifthOfASecond(double load, double bad) {
        Instant from = Instant.ofEpochSecond(1_800_001_000L);
        return quick(from, from.plusMillis(200), 0.2 * load, counts(0.2 * load, bad));
    }

    private static List<Count> counts(double requests, double bad) {
        return List.of(
                new Count(SimulatedHost.P99, bad * requests, requests), new Count(SimulatedHost.ERRORS, 0, requests));
    }

    /** A second whose requests were all answered, with a median latency of 10 ms. */
    private static CountInterval quick(Instant from, Instant to, double requests, List<Count> counts) {
        return new CountInterval(
                from,
                to,
                requests,
                requests,
                counts,
                List.of(),
                0.010,
                0.030,
                0.012,
                LatencyCounts.NONE,
                null,
                Map.of(),
                null,
                1_000,
                false,
                Set.of());
    }

    /** The rule compares a value with a limit over a sliding window, in which higher loads are no news. */
    @ParameterizedTest
    @ValueSource(ints = {5, 10, 15})
    void the_redline_of_a_rule_without_counts_lies_between_the_loads_at_which_it_held_and_failed(int window) {
        Plan end = withSlidingWindow(window);
        assertThat(end).isInstanceOf(Plan.Done.class);
        Redline redline = ((Plan.Done) end).redline();
        assertThat(redline.rps()).isBetween(280.0, 315.0);
        assertThat(redline.low()).isLessThan(300);
        assertThat(redline.high()).isGreaterThan(300);
        assertThat(redline.limitingRule()).isEqualTo("vs-peers");
    }

    /** When such a rule fails, the load has been above its redline for some time. */
    @ParameterizedTest
    @ValueSource(ints = {30, 60, 120})
    void a_rule_without_counts_and_with_a_window_longer_than_the_probes_has_no_redline(int window) {
        assertThat(withSlidingWindow(window)).isInstanceOf(Plan.GivenUp.class);
    }

    private static Plan withSlidingWindow(int window) {
        Search search = GuidedSearch.from(100, 1000, SearchSettings.DEFAULT.within(Duration.ofMinutes(15)));
        Instant now = Instant.ofEpochSecond(1_800_000_000L);
        var loads = new ArrayList<Double>();
        int probe = 0;
        int atLoad = 0;
        while (search.plan() instanceof Plan.Probe next && loads.size() < 2_000) {
            atLoad = next.number() == probe ? atLoad + 1 : 1;
            probe = next.number();
            loads.add(next.load());
            List<Double> last = loads.subList(Math.max(0, loads.size() - window), loads.size());
            boolean fails = last.stream().mapToDouble(it -> it).average().orElseThrow() > 300;
            boolean news = last.stream().noneMatch(load -> load > 1.005 * next.load());
            if (fails && news) {
                search = search.breached("vs-peers", quick(now, now.plusSeconds(1), next.load(), List.of()));
            } else if (!fails) {
                Set<String> held = atLoad > window ? Set.of("vs-peers") : Set.of();
                search = search.observe(
                        quick(now, now.plusSeconds(1), next.load(), List.of()).holding(held));
            }
            now = now.plusSeconds(1);
        }
        return search.plan();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400})
    void a_rule_without_counts_may_fail_in_a_second_without_requests(int most) {
        Search search = GuidedSearch.from(100, 1000, SearchSettings.DEFAULT.within(Duration.ofMinutes(8)));
        Instant now = Instant.ofEpochSecond(1_800_000_000L);
        while (search.plan() instanceof Plan.Probe probe) {
            CountInterval second = quick(now, now.plusSeconds(1), probe.load(), List.of());
            now = now.plusSeconds(1);
            search = probe.load() > most
                    ? search.breached("vs-peers", quick(second.from(), second.to(), 0, List.of()))
                    : search.observe(second);
        }
        assertThat(search.plan()).isNotInstanceOf(Plan.Probe.class);
    }

    @Test
    void no_step_is_larger_than_the_largest_step() {
        Search search = flat(100);
        var host = new FlatHost();
        double last = 100;
        while (search.plan() instanceof Plan.Probe probe) {
            assertThat(probe.load()).isLessThanOrEqualTo(last * SearchSettings.DEFAULT.largestStep() * 1.001);
            last = probe.load();
            search = search.observe(host.second(last));
        }
        assertThat(((Plan.Done) search.plan()).redline().atLeast()).isTrue();
    }

    @Test
    void the_ramp_begins_at_the_normal_load_that_was_seen_and_not_at_what_was_guessed_before() {
        assertThat(probe(afterBaseline(11, 30, new FlatHost())).load()).isGreaterThan(30);
    }

    @Test
    void traffic_that_vanishes_in_the_ramp_is_a_clear_end_and_no_number() {
        Search search = flat(100);
        var host = new FlatHost();
        for (int i = 0; i < 60; i++) {
            search = search.observe(host.second(probe(search).load()));
        }
        while (search.plan() instanceof Plan.Probe) {
            search = search.observe(host.nothing());
        }
        assertGivenUp(search.plan(), "No request reached the SUT");
    }

    @Test
    void a_probe_without_any_request_lasts_until_chance_does_not_explain_it() {
        var host = new FlatHost();
        Search search = afterBaseline(1, 1, host);
        int number = probe(search).number();
        double load = probe(search).load();
        int seconds = 0;
        for (; search.plan() instanceof Plan.Probe planned; seconds++) {
            assertThat(planned.number()).isEqualTo(number);
            search = search.observe(host.nothing());
        }
        assertGivenUp(search.plan(), "No request reached the SUT");
        assertThat(seconds * load).as("requests that did not arrive").isBetween(30.0, 35.0);
    }

    @Test
    void one_request_ends_the_wait_for_requests() {
        var host = new FlatHost();
        Search search = afterBaseline(1, 1, host);
        int number = probe(search).number();
        for (int i = 0; i < 20; i++) {
            search = search.observe(host.nothing());
        }
        assertThat(probe(search).number()).isEqualTo(number);
        search = search.observe(host.second(1));
        assertThat(probe(search).number()).isGreaterThan(number);
    }

    private static Search afterBaseline(double guessed, double seen, FlatHost host) {
        Search search = flat(guessed);
        while (probe(search).stage() == Stage.BASELINE) {
            search = search.observe(host.second(seen));
        }
        return search;
    }

    /** A host that never slows down. */
    private static final class FlatHost {
        private Instant now = Instant.ofEpochSecond(1_800_000_000L);

        CountInterval nothing() {
            Instant from = now;
            now = now.plusSeconds(1);
            return new CountInterval(
                    from,
                    now,
                    0,
                    0,
                    List.of(),
                    List.of(),
                    null,
                    null,
                    null,
                    LatencyCounts.NONE,
                    null,
                    Map.of(),
                    null,
                    0,
                    false,
                    Set.of());
        }

        CountInterval second(double load) {
            return second(load, 0);
        }

        CountInterval second(double load, double failed) {
            Instant from = now;
            now = now.plusSeconds(1);
            return quick(
                    from,
                    now,
                    load,
                    List.of(new Count(SimulatedHost.P99, 0, load), new Count(SimulatedHost.ERRORS, failed, load)));
        }
    }
}
