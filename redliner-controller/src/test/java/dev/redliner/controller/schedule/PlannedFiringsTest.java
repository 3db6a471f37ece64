package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.schedule.PlannedFiring.Fate;
import dev.redliner.schedule.Firings;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.search.Redline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannedFiringsTest {
    private static final Instant NOW = Instant.parse("2027-01-10T00:00:00Z");

    private static List<PlannedFiring> planned(ScheduleDefinition schedule, ServiceRecord service, boolean paused) {
        return PlannedFirings.of(schedule, paused, new Firings(schedule).after(NOW, 4), Schedules.quiet(service));
    }

    @Test
    void a_planned_run_counts_for_the_cooldown_of_the_next_firing() {
        ScheduleDefinition schedule = Schedules.nightly("cooldown: 30h");
        assertThat(planned(schedule, Schedules.service("checkout"), false))
                .extracting(PlannedFiring::fate)
                .containsExactly(Fate.RUNS, Fate.SKIPPED, Fate.RUNS, Fate.SKIPPED);
        assertThat(planned(Schedules.nightly(), Schedules.service("checkout"), false))
                .extracting(PlannedFiring::fate)
                .containsOnly(Fate.RUNS);
    }

    @Test
    void after_a_planned_run_none_is_needed_for_some_days() {
        ServiceRecord service = Schedules.measured(new LastResult(
                "checkout-7", NOW.minus(Duration.ofDays(30)), new Redline(400, 370, 432.5, 370, "slo", false), 0));
        List<PlannedFiring> planned = planned(Schedules.nightly("onlyWhenNeeded: true"), service, false);
        assertThat(planned)
                .extracting(PlannedFiring::fate)
                .containsExactly(Fate.RUNS, Fate.SKIPPED, Fate.SKIPPED, Fate.SKIPPED);
        assertThat(planned.get(1).reason()).startsWith("No run is needed: since the run before, 23 h ago,");
    }

    @Test
    void a_run_that_waits_delays_those_after_it() {
        // each takes 15 min at most
        List<PlannedFiring> planned =
                planned(Schedules.nightly("cooldown: 22h30m", "window: 24h"), Schedules.ended(NOW), false);
        assertThat(planned.get(0).fate()).isEqualTo(Fate.WAITS);
        assertThat(planned.get(0).beginsAt()).isEqualTo("2027-01-10T22:30:00Z");
        assertThat(planned.get(1).fate()).isEqualTo(Fate.WAITS);
        assertThat(planned.get(1).beginsAt()).isEqualTo("2027-01-11T21:15:00Z");
    }

    @Test
    void a_paused_schedule_runs_nothing() {
        assertThat(planned(Schedules.nightly(), Schedules.service("checkout"), true))
                .extracting(PlannedFiring::fate)
                .containsOnly(Fate.SKIPPED);
    }
}
