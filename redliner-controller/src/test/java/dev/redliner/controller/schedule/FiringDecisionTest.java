package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.lever.Engaged;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private static ServiceRecord ended(Instant at) {
        return new ServiceRecord("checkout", List.of(), Duration.ofMinutes(15), Optional.of(at), 0, Optional.empty());
    }

    private static ServiceRecord failed(int times, Instant at) {
        return new ServiceRecord(
                "checkout",
                List.of(),
                Duration.ofMinutes(15),
                Optional.of(at),
                times,
                Optional.of(new ServiceRecord.Ended("checkout-9", at)));
    }

    @Test
    void a_run_begins_if_nothing_is_in_its_way() {
        assertThat(decide(Schedules.nightly(), Schedules.service("checkout"))).isEqualTo(new FiringDecision.Start());
    }

    @Test
    void a_paused_schedule_skips() {
        assertThat(FiringDecision.of(
                        Schedules.nightly(), true, BEGIN_BY, Schedules.quiet(Schedules.service("checkout")), DUE))
                .isEqualTo(new FiringDecision.Skip("The schedule is paused."));
    }

    @Test
    void a_service_that_does_not_exist_is_skipped() {
        assertThat(decide(Schedules.nightly(), Schedules.service("till")))
                .isEqualTo(new FiringDecision.Skip("No service that can be measured is called 'checkout'."));
    }

    @Test
    void an_engaged_lever_lets_a_run_wait_until_the_window_ends() {
        Surroundings engaged = new Surroundings(
                Optional.of(new Engaged("ana", "incident", DUE)),
                Map.of(),
                Map.of(),
                Map.of("checkout", Schedules.service("checkout")),
                4);

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
                .isEqualTo(
                        new FiringDecision.Skip(
                                "A blackout (daily 02:40 to 08:00) begins at 2027-01-10T02:40:00Z, and a run may take 16 min."));
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

        assertThat(decide(schedule, ended(DUE.minus(Duration.ofHours(6))))).isEqualTo(new FiringDecision.Start());
        assertThat(decide(schedule, ended(Instant.parse("2027-01-09T21:00:00Z"))))
                .isEqualTo(new FiringDecision.Wait(
                        "The last run of the service ended at 2027-01-09T21:00:00Z, and the cooldown is 360 min.",
                        Instant.parse("2027-01-10T03:00:00Z"),
                        true));
        assertThat(decide(schedule, ended(Instant.parse("2027-01-10T01:00:00Z"))))
                .isInstanceOf(FiringDecision.Skip.class);
    }

    @Test
    void a_busy_pool_a_busy_dependency_and_too_many_runs_let_a_run_wait() {
        ServiceRecord service = new ServiceRecord(
                "checkout", List.of("orders-db"), Duration.ofMinutes(15), Optional.empty(), 0, Optional.empty());
        var services = Map.of("checkout", service);

        assertThat(decide(
                        Schedules.nightly(),
                        new Surroundings(Optional.empty(), Map.of("checkout", "checkout-3"), Map.of(), services, 4),
                        DUE))
                .isEqualTo(new FiringDecision.Wait("Run checkout-3 is active on this pool.", BEGIN_BY, false));
        assertThat(decide(
                        Schedules.nightly(),
                        new Surroundings(
                                Optional.empty(), Map.of("till", "till-1"), Map.of("orders-db", "till-1"), services, 4),
                        DUE))
                .isEqualTo(
                        new FiringDecision.Wait("Run till-1 is active and depends on orders-db too.", BEGIN_BY, false));
        assertThat(decide(
                        Schedules.nightly(),
                        new Surroundings(
                                Optional.empty(), Map.of("till", "till-1", "pay", "pay-1"), Map.of(), services, 2),
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
