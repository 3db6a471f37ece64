package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.schedule.FiringState;
import dev.redliner.controller.schedule.PlannedFiring;
import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.StoredFiring;
import dev.redliner.controller.schedule.StoredSchedule;
import dev.redliner.schedule.ScheduleYaml;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScheduleRowTest {
    private static final LocalDateTime SLOT = LocalDateTime.parse("2026-11-24T02:30");

    @Test
    void the_example_of_a_schedule_is_valid() throws Exception {
        assertThat(ScheduleYaml.parse(null, EditorPages.SCHEDULE).service()).isEqualTo("checkout");
    }

    @Test
    void a_firing_that_waits_is_before_those_that_come() throws Exception {
        ScheduleRow row =
                ScheduleRow.of(overview(firing(0, FiringState.WAITING, "Run till-4 is active.", null)), List.of());
        assertThat(row.when()).isEqualTo("30 2 * * * UTC");
        assertThat(row.next())
                .extracting(next -> next.slot() + ": " + next.fate().words())
                .containsExactly("Tue 24 Nov 02:30: Waits now", "Wed 25 Nov 02:30: Will run");
    }

    @Test
    void the_last_fourteen_firings_are_bars_by_outcome() throws Exception {
        List<StoredFiring> past = IntStream.range(0, 20)
                .mapToObj(i -> i == 18
                        ? firing(i, FiringState.SKIPPED, "paused", null)
                        : firing(i, FiringState.STARTED, "", i == 19 ? "INCONCLUSIVE" : "COMPLETED"))
                .toList();
        List<ScheduleRow.Outcome> bars = ScheduleRow.of(overview(null), past).outcomes();
        assertThat(bars).hasSize(ScheduleRow.OUTCOMES);
        assertThat(bars.subList(11, 14)).extracting(ScheduleRow.Outcome::mood).containsExactly("safe", "idle", "warn");
        assertThat(bars.get(13).title()).isEqualTo("Sun 13 Dec 02:30: Inconclusive");
    }

    @Test
    void a_definition_that_cannot_be_read_shows_its_problem() {
        StoredSchedule stored = new StoredSchedule("broken", 1, "", false, Instant.EPOCH, Instant.EPOCH, null);
        ScheduleRow row = ScheduleRow.of(new ScheduleOverview(stored, null, "no cron", null, List.of(), ""), List.of());
        assertThat(row.problem()).isEqualTo("no cron");
        assertThat(row.next()).isEmpty();
    }

    private static ScheduleOverview overview(@Nullable StoredFiring waiting) throws Exception {
        StoredSchedule stored =
                new StoredSchedule("n", 1, EditorPages.SCHEDULE, false, Instant.EPOCH, Instant.EPOCH, null);
        LocalDateTime slot = SLOT.plusDays(1);
        Instant due = slot.toInstant(ZoneOffset.UTC);
        return new ScheduleOverview(
                stored,
                ScheduleYaml.parse(null, EditorPages.SCHEDULE),
                "",
                waiting,
                List.of(new PlannedFiring(slot, due, PlannedFiring.Fate.RUNS, "", due)),
                "");
    }

    private static StoredFiring firing(int day, FiringState state, String reason, @Nullable String runState) {
        LocalDateTime slot = SLOT.plusDays(day);
        Instant due = slot.toInstant(ZoneOffset.UTC);
        String run = runState == null ? null : "checkout-" + day;
        return new StoredFiring(
                "n", slot, "checkout", due, due.plusSeconds(3_600), state, reason, null, null, run, runState, "");
    }
}
