package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.schedule.FiringState;
import dev.redliner.controller.schedule.PlannedFiring;
import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.StoredFiring;
import dev.redliner.controller.schedule.StoredSchedule;
import dev.redliner.schedule.ScheduleYaml;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScheduleRowTest {
    private static final ZoneId UTC = ZoneId.of("UTC");

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

    @Test
    void the_lanes_of_a_day_show_what_fired_what_comes_and_the_blackouts() throws Exception {
        Instant now = Instant.parse("2026-11-24T22:10:00Z");
        List<StoredFiring> past = List.of(
                firing(0, FiringState.STARTED, "", "COMPLETED"),
                late("17:00", FiringState.STARTED, "ABORTED"),
                late("18:00", FiringState.SKIPPED, null),
                late("21:30", FiringState.STARTED, "RAMPING"));
        String text = EditorPages.SCHEDULE + "blackouts:\n  - {from: \"20:00\", to: \"23:00\"}\n";
        DayLanes day = DayLanes.of(List.of(overview(null, text)), 3, Map.of("n", past), 2, now, UTC)
                .orElseThrow();
        assertThat(day.lanes()).hasSize(1);
        // 02:30 of the past day is not in the picture, which begins at 16:00
        assertThat(day.lanes().get(0).firings())
                .extracting(FiringMark::kind)
                .containsExactly("ended", "skipped", "running", "runs");
        assertThat(day.lanes().get(0).firings().get(3).title()).isEqualTo("Wed 02:30 UTC: Will run");
        // 10.5 of 31 hours
        assertThat(day.lanes().get(0).firings().get(3).x()).isEqualTo(447.4);
        assertThat(day.lanes().get(0).blackouts()).hasSize(2).first().satisfies(it -> {
            assertThat(it.x()).isEqualTo(288.1);
            assertThat(it.width()).isEqualTo(73.5);
            assertThat(it.title()).isEqualTo("Blackout: daily 20:00 to 23:00");
        });
        assertThat(day.hours()).extracting(Curve.Mark::text).startsWith("18:00", "21:00", "00:00");
        assertThat(day.words()).startsWith("1 of 3 schedules, from 6 hours ago to 24 hours ahead.");
    }

    @Test
    void the_next_firing_of_a_daily_schedule_is_in_the_picture_at_each_hour() throws Exception {
        Instant due = Instant.parse("2026-11-25T02:30:00Z");
        for (int hours = 0; hours < 24; hours++) {
            Instant now = due.minus(Duration.ofHours(hours)).minusSeconds(1);
            assertThat(DayLanes.of(List.of(overview(null)), 1, Map.of(), 5, now, UTC))
                    .as(hours + " hours before")
                    .isPresent();
        }
        assertThat(DayLanes.of(List.of(overview(null)), 1, Map.of(), 5, due.minus(Duration.ofHours(24)), UTC))
                .isPresent();
    }

    @Test
    void a_lane_says_that_further_firings_are_not_computed() throws Exception {
        Instant now = Instant.parse("2026-11-24T22:10:00Z");
        DayLanes day =
                DayLanes.of(List.of(overview(null)), 1, Map.of(), 1, now, UTC).orElseThrow();
        assertThat(day.lanes().get(0).firings()).extracting(FiringMark::kind).containsExactly("runs", "more");
        assertThat(DayLanes.of(List.of(overview(null)), 1, Map.of(), 1, now.minusSeconds(86_400), UTC))
                .isEmpty();
    }

    private static StoredFiring late(String time, FiringState state, @Nullable String runState) {
        LocalDateTime slot = LocalDateTime.parse("2026-11-24T" + time);
        Instant due = slot.toInstant(ZoneOffset.UTC);
        String run = runState == null ? null : "checkout-9";
        return new StoredFiring(
                "n", slot, "checkout", due, due.plusSeconds(3_600), state, "", null, null, run, runState, "");
    }

    private static ScheduleOverview overview(@Nullable StoredFiring waiting) throws Exception {
        return overview(waiting, EditorPages.SCHEDULE);
    }

    private static ScheduleOverview overview(@Nullable StoredFiring waiting, String text) throws Exception {
        StoredSchedule stored = new StoredSchedule("n", 1, text, false, Instant.EPOCH, Instant.EPOCH, null);
        LocalDateTime slot = SLOT.plusDays(1);
        Instant due = slot.toInstant(ZoneOffset.UTC);
        return new ScheduleOverview(
                stored,
                ScheduleYaml.parse(null, text),
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
