package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.lever.Engaged;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.search.Redline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FiringDecisionTest {
    private static final Instant DUE = Instant.parse("2027-01-10T02:30:00Z");
    private static final Instant BEGIN_BY = DUE.plus(Duration.ofHours(1));

    private static FiringDecision decide(ScheduleDefinition schedule, Surroundings around, Instant now) {
        return FiringDecision.of(schedule, false, BEGIN_BY, around, now);
    }

    private static FiringDecision decide(ScheduleDefinition schedule, ServiceRecord service) {
        return decide(schedule, Schedules.quiet(service), DUE);
    }

    private static final Instant LATER = DUE.plus(Duration.ofDays(10));

    private static ServiceRecord failed(int times, Instant at) {
        return new ServiceRecord(
                "checkout",
                List.of(),
                Duration.ofMinutes(15),
                Optional.of(at),
                Optional.of(at),
                times,
                Optional.of(new ServiceRecord.Ended("checkout-9", at)),
                List::of,
                null,
                Optional::empty);
    }

    @Test
    void a_run_begins_if_nothing_is_in_its_way() {
        assertThat(decide(Schedules.nightly(), Schedules.service("checkout"))).isEqualTo(new FiringDecision.Start());
    }

    @Test
    void a_paused_schedule_skips() {
        assertThat(FiringDecision.of(
                        Schedules.nightly(), true, BEGIN_BY, Schedules.quiet(Schedules.service("checkout")), DUE))
                .isEqualTo(new FiringDecision.Skip("The schedule is paused.", true));
    }

    @Test
    void a_service_that_does_not_exist_is_skipped() {
        assertThat(decide(Schedules.nightly(), Schedules.service("till")))
                .isEqualTo(new FiringDecision.Skip("No service that can be measured is called 'checkout'."));
    }

    @Test
    void row_30_without_its_calendar_a_run_waits_until_the_window_ends() {
        ScheduleDefinition schedule = Schedules.nightly("blackouts: [{calendar: acme-changes}]");
        Surroundings stale = new Surroundings(
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of("checkout", Schedules.service("checkout")),
                4,
                calendar -> Optional.of("The calendar " + calendar + " was not read since yesterday."),
                Optional.empty());

        assertThat(decide(schedule, stale, DUE))
                .isEqualTo(new FiringDecision.Wait(
                        "The calendar acme-changes was not read since yesterday.", BEGIN_BY, false));
        assertThat(decide(schedule, stale, BEGIN_BY.plusMillis(1)))
                .isEqualTo(new FiringDecision.Skip("The window ended at 2027-01-10T03:30:00Z."
                        + " The calendar acme-changes was not read since yesterday."));
        assertThat(decide(Schedules.nightly(), stale, DUE)).isInstanceOf(FiringDecision.Start.class);
    }

    private static Surroundings measured(double low, double high, int deploys, boolean atLeast) {
        var redline = new Redline(400, low, high, low, "slo", atLeast);
        return Schedules.quiet(Schedules.measured(new LastResult("checkout-7", DUE, redline, deploys)));
    }

    @Test
    void a_run_that_would_show_little_is_skipped_where_the_user_wants_that() {
        ScheduleDefinition schedule = Schedules.nightly("onlyWhenNeeded: true", "window: 24h");
        // half a width of 7.8%: 4.0% of a standard deviation and 4% between runs are 5.6%
        Surroundings known = measured(370, 432.5, 0, false);
        Instant threeDays = DUE.plus(Duration.ofDays(3));
        assertThat(decide(schedule, known, threeDays))
                .isEqualTo(new FiringDecision.Skip(
                        "No run is needed: since checkout-7, 3 days ago, the redline has changed"
                                + " by some 5.2%, and it is known to 5.6%.",
                        true));
        // 3% times the root of four days are 6%
        assertThat(FiringDecision.of(schedule, false, LATER, known, DUE.plus(Duration.ofDays(4))))
                .isInstanceOf(FiringDecision.Start.class);
        // a deploy is 8%
        assertThat(decide(schedule, measured(370, 432.5, 1, false), DUE)).isInstanceOf(FiringDecision.Start.class);
        // of few requests
        assertThat(decide(schedule, measured(310, 516, 1, false), DUE)).isInstanceOf(FiringDecision.Start.class);
        // a wider interval is known to 10.7%, which one deploy does not exceed
        assertThat(decide(schedule, measured(330, 487, 1, false), DUE))
                .isEqualTo(new FiringDecision.Skip(
                        "No run is needed: since checkout-7, 0 h ago and 1 deploy, the redline has"
                                + " changed by some 8.0%, and it is known to 10.7%.",
                        true));
        assertThat(decide(schedule, measured(390, Double.POSITIVE_INFINITY, 0, true), DUE))
                .isInstanceOf(FiringDecision.Start.class);
        assertThat(decide(schedule, Schedules.quiet(Schedules.service("checkout")), DUE))
                .isInstanceOf(FiringDecision.Start.class);
        assertThat(decide(Schedules.nightly(), known, DUE)).isInstanceOf(FiringDecision.Start.class);
    }

    @Test
    void a_pause_of_all_schedules_skips_what_is_due() {
        Surroundings quiet = Schedules.quiet(Schedules.service("checkout"));
        Surroundings paused = new Surroundings(
                quiet.lever(),
                quiet.active(),
                quiet.dependencies(),
                quiet.services(),
                quiet.atMost(),
                quiet.calendarProblem(),
                Optional.of(new SchedulePause("ana", "the sale", DUE)));
        assertThat(decide(Schedules.nightly(), paused, DUE))
                .isEqualTo(new FiringDecision.Skip(
                        "All schedules are paused by ana since 2027-01-10T02:30:00Z: the sale.", true));
    }

    @Test
    void an_engaged_lever_lets_a_run_wait_until_the_window_ends() {
        Surroundings engaged = new Surroundings(
                Optional.of(new Engaged("ana", "incident", DUE)),
                Map.of(),
                Map.of(),
                Map.of("checkout", Schedules.service("checkout")),
                4,
                calendar -> Optional.empty(),
                Optional.empty());

        assertThat(decide(Schedules.nightly(), engaged, DUE))
                .isEqualTo(new FiringDecision.Wait(
                        "The safety lever is engaged by ana since 2027-01-10T02:30:00Z: incident.", BEGIN_BY, false));
        assertThat(decide(Schedules.nightly(), engaged, BEGIN_BY.plusMillis(1)))
                .isEqualTo(new FiringDecision.Skip("The window ended at 2027-01-10T03:30:00Z."
                        + " The safety lever is engaged by ana since 2027-01-10T02:30:00Z: incident."));
    }

    @Test
    void a_blackout_that_ends_within_the_window_lets_a_run_wait_for_its_end() {
        ScheduleDefinition schedule = Schedules.nightly("blackouts: [{from: \"02:00\", to: \"03:00\"}]");

        assertThat(decide(schedule, Schedules.service("checkout")))
                .isEqualTo(new FiringDecision.Wait(
                        "A blackout (daily 02:00 to 03:00) lasts until 2027-01-10T03:00:00Z.",
                        Instant.parse("2027-01-10T03:00:00Z"),
                        true));
    }

    @Test
    void a_blackout_that_outlasts_the_window_skips_at_once() {
        ScheduleDefinition schedule = Schedules.nightly("blackouts: [{from: \"02:00\", to: \"08:00\"}]");

        assertThat(decide(schedule, Schedules.service("checkout")))
                .isEqualTo(
                        new FiringDecision.Skip("A blackout (daily 02:00 to 08:00) lasts until 2027-01-10T08:00:00Z."));
    }

    @Test
    void a_run_that_could_last_into_a_blackout_does_not_begin() {
        ScheduleDefinition schedule = Schedules.nightly("blackouts: [{from: \"02:40\", to: \"08:00\"}]");

        assertThat(decide(schedule, Schedules.service("checkout")))
                .isEqualTo(new FiringDecision.Skip(
                        "A blackout (daily 02:40 to 08:00) begins at 2027-01-10T02:40:00Z, and a run may take"
                                + " 16 min."));
    }

    @Test
    void blackouts_that_leave_too_little_time_between_them_count_as_one() {
        ScheduleDefinition schedule =
                Schedules.nightly("blackouts: [{from: \"02:00\", to: \"02:45\"}, {from: \"02:50\", to: \"03:20\"}]");

        assertThat(decide(schedule, Schedules.service("checkout")))
                .extracting(it -> ((FiringDecision.Wait) it).until())
                .isEqualTo(Instant.parse("2027-01-10T03:20:00Z"));
    }

    @Test
    void a_cooldown_lets_a_run_wait_or_skips_it() {
        ScheduleDefinition schedule = Schedules.nightly("cooldown: 6h");

        assertThat(decide(schedule, Schedules.ended(DUE.minus(Duration.ofHours(6)))))
                .isEqualTo(new FiringDecision.Start());
        assertThat(decide(schedule, Schedules.ended(Instant.parse("2027-01-09T21:00:00Z"))))
                .isEqualTo(new FiringDecision.Wait(
                        "The end of the last run of the service is at 2027-01-09T21:00:00Z, and the cooldown is 360 min.",
                        Instant.parse("2027-01-10T03:00:00Z"),
                        true));
        assertThat(decide(schedule, Schedules.ended(Instant.parse("2027-01-10T01:00:00Z"))))
                .isEqualTo(new FiringDecision.Skip(
                        "The end of the last run of the service is at 2027-01-10T01:00:00Z, and the cooldown is 360 min.",
                        true));
    }

    private static FiringDecision after(ScheduleDefinition schedule, RunHarm... runs) {
        return decide(
                schedule,
                new ServiceRecord(
                        "checkout",
                        List.of(),
                        Duration.ofMinutes(15),
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        Optional.empty(),
                        () -> List.of(runs),
                        HarmBudget.lowest(List.of(Schedules.read(schedule, DUE)))
                                .get("checkout"),
                        Optional::empty));
    }

    private static RunHarm cost(String run, Duration ago, double requests) {
        return new RunHarm(run, DUE.minus(ago), OptionalDouble.of(requests));
    }

    @Test
    void a_harm_budget_that_is_used_up_skips_until_enough_runs_are_older_than_a_week() {
        ScheduleDefinition schedule = Schedules.nightly("weeklyHarm: 1000");
        RunHarm old = cost("checkout-1", Duration.ofDays(7), 5_000);
        RunHarm first = cost("checkout-2", Duration.ofDays(7).minusMinutes(30), 600);
        RunHarm second = cost("checkout-3", Duration.ofDays(1), 399);
        assertThat(after(schedule, old, first, second)).isEqualTo(new FiringDecision.Start());
        RunHarm third = cost("checkout-4", Duration.ofHours(3), 1.2);
        assertThat(after(schedule, third, old, second, first))
                .isEqualTo(new FiringDecision.Wait(
                        "The runs of the last seven days had 1000 bad requests beyond normal, and weeklyHarm of schedule"
                                + " nightly is 1000.",
                        DUE.plus(Duration.ofMinutes(30)),
                        true));
        assertThat(after(schedule, cost("checkout-4", Duration.ofDays(1), 4_321), second))
                .isEqualTo(new FiringDecision.Skip(
                        "The runs of the last seven days had 4720 bad requests beyond normal, and weeklyHarm of"
                                + " schedule nightly is 1000."));
        assertThat(after(Schedules.nightly(), cost("checkout-4", Duration.ofDays(1), 4_321)))
                .isEqualTo(new FiringDecision.Start());
    }

    @Test
    void the_lowest_budget_of_a_service_holds_for_all_its_schedules() {
        ServiceRecord service = new ServiceRecord(
                "checkout",
                List.of(),
                Duration.ofMinutes(15),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                () -> List.of(cost("checkout-4", Duration.ofDays(1), 1_500)),
                new WeeklyHarm(1_000, "weekly"),
                Optional::empty);
        var skip = new FiringDecision.Skip(
                "The runs of the last seven days had 1500 bad requests beyond normal, and weeklyHarm of schedule weekly"
                        + " is 1000.");
        assertThat(decide(Schedules.nightly(), service)).isEqualTo(skip);
        assertThat(decide(Schedules.nightly("weeklyHarm: 2000"), service)).isEqualTo(skip);

        assertThat(HarmBudget.lowest(List.of(
                        Schedules.read(Schedules.nightly(), DUE),
                        Schedules.read(Schedules.nightly("weeklyHarm: 2000"), DUE),
                        Schedules.read(Schedules.nightly("weeklyHarm: 1000"), DUE))))
                .isEqualTo(Map.of("checkout", new WeeklyHarm(1_000, "nightly")));
    }

    @Test
    void a_run_of_unknown_harm_is_no_good_news_for_the_budget() {
        ScheduleDefinition schedule = Schedules.nightly("weeklyHarm: 1000");
        assertThat(after(
                        schedule,
                        new RunHarm("checkout-4", DUE.minus(Duration.ofDays(1)), OptionalDouble.empty()),
                        cost("checkout-5", Duration.ofHours(5), 1)))
                .isEqualTo(new FiringDecision.Skip("The harm of run checkout-4 cannot be read, so it is not known"
                        + " whether the weekly harm budget is used up. The run counts until 2027-01-16T02:30:00Z."));
    }

    @Test
    void a_busy_pool_a_busy_dependency_and_too_many_runs_let_a_run_wait() {
        ServiceRecord service = new ServiceRecord(
                "checkout",
                List.of("orders-db"),
                Duration.ofMinutes(15),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                List::of,
                null,
                Optional::empty);
        var services = Map.of("checkout", service);

        assertThat(decide(
                        Schedules.nightly(),
                        new Surroundings(
                                Optional.empty(),
                                Map.of("checkout", "checkout-3"),
                                Map.of(),
                                services,
                                4,
                                calendar -> Optional.empty(),
                                Optional.empty()),
                        DUE))
                .isEqualTo(new FiringDecision.Wait("Run checkout-3 is active on this pool.", BEGIN_BY, false));
        assertThat(decide(
                        Schedules.nightly(),
                        new Surroundings(
                                Optional.empty(),
                                Map.of("till", "till-1"),
                                Map.of("orders-db", "till-1"),
                                services,
                                4,
                                calendar -> Optional.empty(),
                                Optional.empty()),
                        DUE))
                .isEqualTo(
                        new FiringDecision.Wait("Run till-1 is active and depends on orders-db too.", BEGIN_BY, false));
        assertThat(decide(
                        Schedules.nightly(),
                        new Surroundings(
                                Optional.empty(),
                                Map.of("till", "till-1", "pay", "pay-1"),
                                Map.of(),
                                services,
                                2,
                                calendar -> Optional.empty(),
                                Optional.empty()),
                        DUE))
                .isEqualTo(new FiringDecision.Wait(
                        "2 runs are active, and redliner.controller.schedules.at-most is 2.", BEGIN_BY, false));
    }

    @Test
    void runs_without_a_result_let_the_next_wait_longer_each_time() {
        ScheduleDefinition schedule = Schedules.nightly("cooldown: 0s", "window: 24h");
        Duration before = Duration.ZERO;
        for (int failures = 1; failures <= 5; failures++) {
            Instant until = BackOff.until(failed(failures, DUE)).orElseThrow();
            Duration pause = Duration.between(DUE, until);
            assertThat(pause)
                    .isBetween(Duration.ofMinutes(30L << (failures - 1)), Duration.ofMinutes(36L << (failures - 1)));
            assertThat(pause).isGreaterThan(before);
            before = pause;
            assertThat(FiringDecision.of(
                            schedule,
                            false,
                            DUE.plus(Duration.ofHours(24)),
                            Schedules.quiet(failed(failures, DUE)),
                            DUE.plusSeconds(60)))
                    .extracting(it -> ((FiringDecision.Wait) it).until())
                    .isEqualTo(until);
        }
        assertThat(Duration.between(DUE, BackOff.until(failed(20, DUE)).orElseThrow()))
                .as("a daily schedule tries again on the next day")
                .isLessThan(Duration.ofHours(15));
    }
}
