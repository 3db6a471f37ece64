package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.MetCheck;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import dev.redliner.service.ServiceYaml;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OverviewTest {
    private static final ServiceFilter USUAL = new ServiceFilter(false, "", "");
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final Function<String, Optional<Peak>> NO_TRAFFIC = service -> Optional.empty();

    @Test
    void the_example_of_a_first_service_is_valid() throws Exception {
        assertThat(ServiceYaml.parse(null, OverviewPages.EXAMPLE).pool().hosts())
                .hasSize(3);
    }

    @Test
    void a_service_shows_its_newest_completed_redline_and_not_an_estimate_on_the_way() {
        List<RunSummary> runs =
                List.of(run(3, RunState.ABORTED, 500, 480, 520), run(2, RunState.COMPLETED, 762, 723, 768));
        ServiceRow row = overview(runs, NO_TRAFFIC).services().get(0);
        assertThat(row.redline()).isEqualTo("762");
        assertThat(row.interval()).isEqualTo("723 to 768");
        assertThat(row.measuredBy()).isEqualTo("checkout-2");
        assertThat(row.trend()).extracting(TrendMark::measured).containsExactly(true, false);
    }

    @Test
    void headroom_is_the_peak_against_the_hosts_times_the_safe_rate() {
        List<RunSummary> runs = List.of(run(1, RunState.COMPLETED, 110, 100, 120));
        HeadroomBar headroom = overview(runs, peak(225)).services().get(0).headroom();
        assertThat(headroom).isNotNull();
        // three hosts at a safe rate of 100
        assertThat(headroom.left()).isEqualTo(0.25);
        assertThat(headroom.bar()).isEqualTo(56.3);
        assertThat(headroom.little()).isFalse();
    }

    @Test
    void without_known_traffic_there_is_no_headroom_instead_of_a_good_one() {
        ServiceRow row = overview(List.of(run(1, RunState.COMPLETED, 110, 100, 120)), NO_TRAFFIC)
                .services()
                .get(0);
        assertThat(row.headroom()).isNull();
        assertThat(row.unknown()).isEqualTo("No five minutes of traffic were counted in the last 7 days.");
    }

    @Test
    void schedules_without_results_and_calendars_that_stop_runs_need_a_look() {
        assertThat(Attention.of(Map.of("nightly", 3L, "weekly", 2L)))
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.title()).isEqualTo("nightly: no result of the last 3 firings");
                    assertThat(entry.link()).isEqualTo("/schedules/nightly");
                });
        Attention stale = Attention.calendar("ops", "It is stale.");
        assertThat(stale.title()).isEqualTo("ops: this calendar cannot be relied on");
        assertThat(stale.detail()).isEqualTo("It is stale. No run begins whose schedule refers to it.");
    }

    @Test
    void the_worst_is_first_among_what_needs_a_look() {
        List<RunSummary> runs = List.of(
                run(3, RunState.INCONCLUSIVE, null, 0, 0),
                run(2, RunState.COMPLETED, 110, 100, 120),
                run(1, RunState.COMPLETED, 150, 140, 160));
        assertThat(overview(runs, peak(330)).attention())
                .extracting(Attention::title)
                .containsExactly(
                        "checkout: the peak is above the safe capacity",
                        "checkout: last run inconclusive",
                        "checkout: carries 26.7% less");
    }

    @Test
    void a_result_that_is_not_the_expected_one_needs_a_look() {
        RunSummary met = run(9, RunState.COMPLETED, 700, 690, 710);
        var missed = new RunSummary(
                met.id(),
                met.service(),
                met.state(),
                met.reason(),
                met.startedAt(),
                met.endedAt(),
                met.redline(),
                MetCheck.NOT_MET);
        assertThat(overview(List.of(missed), NO_TRAFFIC).attention())
                .extracting(Attention::title)
                .containsExactly("checkout: the last result is not the expected one");
        assertThat(overview(List.of(met), NO_TRAFFIC).attention()).isEmpty();
        assertThat(RunRow.of(missed).reason()).startsWith("The result is not the expected one.");
    }

    @Test
    void intervals_that_overlap_are_no_change() {
        List<RunSummary> runs =
                List.of(run(2, RunState.COMPLETED, 110, 100, 120), run(1, RunState.COMPLETED, 125, 115, 135));
        assertThat(overview(runs, NO_TRAFFIC).attention()).isEmpty();
    }

    @Test
    void a_wide_result_between_two_hides_no_change() {
        List<RunSummary> runs = List.of(
                run(3, RunState.COMPLETED, 90, 85, 95),
                run(2, RunState.COMPLETED, 95, 80, 140),
                run(1, RunState.COMPLETED, 125, 115, 135));
        assertThat(overview(runs, NO_TRAFFIC).attention())
                .extracting(Attention::title)
                .containsExactly("checkout: carries 28.0% less");
    }

    @Test
    void a_change_that_a_wide_newest_result_does_not_show_is_not_named() {
        List<RunSummary> runs = List.of(
                run(3, RunState.COMPLETED, 58, 45, 75),
                run(2, RunState.COMPLETED, 45, 41, 49),
                run(1, RunState.COMPLETED, 60, 55, 65));
        assertThat(overview(runs, NO_TRAFFIC).attention()).isEmpty();
    }

    @Test
    void a_lower_bound_never_shows_too_little_headroom() {
        RunSummary bound = run(1, RunState.COMPLETED, 110, 100, 120);
        var atLeast = new RunSummary(
                bound.id(),
                bound.service(),
                bound.state(),
                null,
                bound.startedAt(),
                bound.endedAt(),
                new RedlineReport(110, 100, null, 100.0, null, true),
                null);
        Overview overview = overview(List.of(atLeast), peak(330));
        assertThat(overview.attention()).isEmpty();
        assertThat(overview.services().get(0).headroom()).isNull();
        assertThat(overview.services().get(0).unknown())
                .isEqualTo(
                        "The peak leaves less than 10% of what the last run showed, and its result is a lower bound.");
        assertThat(overview(List.of(atLeast), peak(285)).services().get(0).headroom())
                .isNull();
        assertThat(overview(List.of(atLeast), peak(225)).services().get(0).headroom())
                .isNotNull();
    }

    @Test
    void a_redline_that_is_older_than_a_week_is_old() {
        RunSummary old = new RunSummary(
                "checkout-1",
                "checkout",
                RunState.COMPLETED,
                null,
                NOW.minus(Duration.ofDays(9)),
                NOW.minus(Duration.ofDays(9)),
                new RedlineReport(110, 100, 120.0, 100.0, "slo", false),
                null);
        Overview overview = overview(List.of(old), NO_TRAFFIC);
        assertThat(overview.services().get(0).stale()).isTrue();
        assertThat(overview.attention()).extracting(Attention::title).containsExactly("checkout: old result");
    }

    @Test
    void a_definition_that_cannot_be_read_is_named_and_hides_no_other_service() {
        Overview overview = Overview.of(
                List.of(
                        new StoredService("broken", 1, "no longer: valid", NOW, null),
                        new StoredService("checkout", 1, OverviewPages.EXAMPLE, NOW, null)),
                new ReadServices(),
                USUAL,
                Map.of(),
                Map.of(),
                List.of(),
                NO_TRAFFIC,
                List.of(),
                NOW);
        assertThat(overview.services()).extracting(ServiceRow::name).containsExactly("broken", "checkout");
        assertThat(overview.attention()).extracting(Attention::title).containsExactly("broken: cannot be measured");
    }

    @Test
    void the_services_with_the_least_headroom_are_shown_and_the_others_counted() {
        Overview overview = many(USUAL);
        assertThat(overview.services()).hasSize(Overview.SHOWN);
        assertThat(overview.hidden()).isEqualTo(3);
        assertThat(many(new ServiceFilter(true, "", "")).services()).hasSize(53);
    }

    @Test
    void services_are_filtered_by_name_and_kind() {
        Overview named = many(new ServiceFilter(false, " S1 ", ""));
        assertThat(named.services())
                .extracting(ServiceRow::name)
                .contains("s1", "s10")
                .hasSize(11);
        assertThat(named.declared()).isEqualTo(53);
        assertThat(names(new ServiceFilter(true, "", "old"))).containsExactly("broken");
        assertThat(names(new ServiceFilter(true, "", "failed"))).containsExactly("broken");
        assertThat(names(new ServiceFilter(true, "", "headroom"))).containsExactly("checkout");
        assertThat(names(new ServiceFilter(true, "", ""))).containsExactlyInAnyOrder("broken", "checkout");
        assertThat(new ServiceFilter(false, "a&b", "old").part())
                .isEqualTo("/parts/overview?all=false&q=a%26b&show=old");
    }

    /** Of a service with little headroom, and of one whose definition cannot be read. */
    private static List<String> names(ServiceFilter filter) {
        RunSummary fresh = new RunSummary(
                "checkout-1",
                "checkout",
                RunState.COMPLETED,
                null,
                NOW.minusSeconds(600),
                NOW.minusSeconds(300),
                new RedlineReport(110, 104, 116.0, 100.0, "slo", false),
                null);
        return Overview.of(
                        List.of(
                                new StoredService("broken", 1, "no longer: valid", NOW, null),
                                new StoredService("checkout", 1, OverviewPages.EXAMPLE, NOW, null)),
                        new ReadServices(),
                        filter,
                        Map.of("checkout", List.of(fresh)),
                        Map.of("checkout", fresh),
                        List.of(),
                        peak(290),
                        List.of(),
                        NOW)
                .services()
                .stream()
                .map(ServiceRow::name)
                .toList();
    }

    private static Overview many(ServiceFilter filter) {
        List<StoredService> many = IntStream.range(0, 53)
                .mapToObj(i ->
                        new StoredService("s" + i, 1, OverviewPages.EXAMPLE.replace("checkout", "s" + i), NOW, null))
                .toList();
        return Overview.of(many, new ReadServices(), filter, Map.of(), Map.of(), List.of(), NO_TRAFFIC, List.of(), NOW);
    }

    @Test
    void a_changed_definition_is_read_again() {
        ReadServices reader = new ReadServices();
        assertThat(reader.of(new StoredService("checkout", 1, "no longer: valid", NOW, null))
                        .problem())
                .isNotNull();
        assertThat(reader.of(new StoredService("checkout", 2, OverviewPages.EXAMPLE, NOW, null))
                        .hosts())
                .isEqualTo(3);
    }

    private static Overview overview(List<RunSummary> runs, Function<String, Optional<Peak>> peak) {
        Optional<RunSummary> completed =
                runs.stream().filter(run -> run.state() == RunState.COMPLETED).findFirst();
        return Overview.of(
                List.of(new StoredService("checkout", 1, OverviewPages.EXAMPLE, NOW, "ada")),
                new ReadServices(),
                USUAL,
                Map.of("checkout", runs),
                completed.map(run -> Map.of("checkout", run)).orElse(Map.of()),
                List.of(),
                peak,
                List.of(),
                NOW);
    }

    private static Function<String, Optional<Peak>> peak(double rps) {
        return service -> Optional.of(new Peak(rps, NOW.minus(Duration.ofDays(1))));
    }

    /** A run of the given number, one an hour. The safe rate is the lower end of the interval. */
    private static RunSummary run(int number, RunState state, @Nullable Integer rps, double low, double high) {
        Instant started = NOW.minus(Duration.ofHours(10 - number));
        return new RunSummary(
                "checkout-" + number,
                "checkout",
                state,
                state == RunState.COMPLETED ? null : "for a reason",
                started,
                started.plusSeconds(180),
                rps == null ? null : new RedlineReport(rps, low, high, low, "slo", false),
                null);
    }
}
