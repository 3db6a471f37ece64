package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DueFiringsTest {
    private static final Instant BEFORE = Instant.parse("2027-01-10T02:00:00Z");

    private static List<StoredFiring> since(ScheduleDefinition schedule, String now) {
        return DueFirings.since(Schedules.read(schedule, BEFORE), Instant.parse(now));
    }

    @Test
    void a_firing_waits_from_its_due_time_until_its_window_ends() {
        assertThat(since(Schedules.nightly(), "2027-01-10T02:29:59Z")).isEmpty();
        assertThat(since(Schedules.nightly(), "2027-01-10T02:30:00Z"))
                .singleElement()
                .satisfies(firing -> {
                    assertThat(firing.slot()).hasToString("2027-01-10T02:30");
                    assertThat(firing.state()).isEqualTo(FiringState.WAITING);
                    assertThat(firing.beginBy()).isEqualTo("2027-01-10T03:30:00Z");
                });
    }

    @Test
    void a_firing_whose_window_is_over_is_skipped() {
        assertThat(since(Schedules.nightly(), "2027-01-10T09:00:00Z"))
                .singleElement()
                .satisfies(firing -> {
                    assertThat(firing.state()).isEqualTo(FiringState.SKIPPED);
                    assertThat(firing.reason())
                            .isEqualTo(
                                    "Its window ended at 2027-01-10T03:30:00Z, and no controller could decide about it before.");
                });
    }

    @Test
    void of_many_missed_firings_one_is_made_up_for() {
        List<StoredFiring> firings = since(Schedules.nightly("misfire: run-once"), "2027-01-14T09:00:00Z");

        assertThat(firings).hasSize(5);
        assertThat(firings.subList(0, 4)).allMatch(it -> it.state() == FiringState.SKIPPED);
        assertThat(firings.get(4).state()).isEqualTo(FiringState.WAITING);
        assertThat(firings.get(4).beginBy()).isEqualTo("2027-01-14T10:00:00Z");
    }

    @Test
    void of_two_firings_within_their_windows_only_the_newer_waits() {
        ScheduleDefinition hourly = Schedules.parsed(
                Schedules.text("hourly", "checkout", "cron: \"30 * * * *\"", "zone: UTC", "window: 3h"));

        assertThat(since(hourly, "2027-01-10T04:00:00Z"))
                .extracting(it -> it.slot() + " " + it.state() + " " + it.reason())
                .containsExactly(
                        "2027-01-10T02:30 SKIPPED The next firing of the schedule is due.",
                        "2027-01-10T03:30 WAITING ");
    }
}
