package dev.redliner.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.schedule.calendar.ICalendar;
import dev.redliner.schedule.calendar.InvalidCalendar;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalendarScheduleTest {
    private static final Instant NOW = Instant.parse("2026-11-25T00:00:00Z");

    private static CalendarPeriods days(String... events) {
        String text = "BEGIN:VCALENDAR\n" + String.join("", events) + "END:VCALENDAR\n";
        return new CalendarPeriods(name -> {
            try {
                return name.equals("days")
                        ? ICalendar.parse(text).occurrences(LocalDate.of(2026, 11, 1), LocalDate.of(2027, 12, 1))
                        : List.of();
            } catch (InvalidCalendar e) {
                throw new AssertionError(e);
            }
        });
    }

    private static String event(String uid, String... lines) {
        return "BEGIN:VEVENT\nUID:" + uid + "\n" + String.join("\n", lines) + "\nEND:VEVENT\n";
    }

    @Test
    void it_fires_once_at_the_begin_of_each_event_that_is_meant() {
        ScheduleDefinition schedule = Schedules.of("calendar: days", "events: CHECKOUT", "zone: Europe/Berlin")
                .with(days(
                        event("1", "SUMMARY:Measure checkout", "DTSTART;TZID=Europe/Berlin:20261201T023000"),
                        event("2", "SUMMARY:checkout again", "DTSTART:20261201T013000Z"),
                        event("3", "SUMMARY:search", "DTSTART:20261202T013000Z"),
                        event("4", "SUMMARY:checkout", "DTSTART:20261203T013000Z", "RRULE:FREQ=WEEKLY;COUNT=2")));
        assertThat(new Firings(schedule).after(NOW, 10))
                .extracting(it -> it.slot() + " " + it.due())
                .containsExactly(
                        "2026-12-01T02:30 2026-12-01T01:30:00Z",
                        "2026-12-03T02:30 2026-12-03T01:30:00Z",
                        "2026-12-10T02:30 2026-12-10T01:30:00Z");
        assertThat(new Firings(schedule).between(NOW, Instant.parse("2026-12-03T01:30:00Z")))
                .hasSize(2);
    }

    @Test
    void without_its_calendar_it_neither_fires_nor_fails() {
        ScheduleDefinition schedule = Schedules.of("calendar: unknown", "zone: Europe/Berlin");
        assertThat(new Firings(schedule).after(NOW, 3)).isEmpty();
        assertThat(new Firings(schedule.with(days())).after(NOW, 3)).isEmpty();
    }

    @Test
    void the_events_are_blackouts() {
        ScheduleDefinition schedule = Schedules.of(
                        "cron: \"30 2 * * *\"",
                        "zone: America/New_York",
                        "blackouts: [{calendar: days, events: freeze}, {from: \"08:00\", to: \"20:00\"}]")
                .with(days(
                        event("1", "SUMMARY:Code freeze", "DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261227"),
                        event("2", "SUMMARY:party", "DTSTART;VALUE=DATE:20261228")));
        Instant early = Instant.parse("2026-12-24T04:59:00Z");
        assertThat(schedule.blackoutDuring(early, Duration.ofMinutes(1))).isEmpty();
        assertThat(schedule.blackoutDuring(early, Duration.ofMinutes(2)))
                .contains(new BlackoutPeriod(
                        Instant.parse("2026-12-24T05:00:00Z"),
                        Instant.parse("2026-12-27T05:00:00Z"),
                        "Code freeze, calendar days"));
        assertThat(schedule.blackoutDuring(Instant.parse("2026-12-28T06:00:00Z"), Duration.ofMinutes(5)))
                .isEmpty();
    }

    @Test
    void schedules_that_select_the_same_events_share_their_periods() {
        CalendarPeriods days = days(event("1", "SUMMARY:Freeze", "DTSTART:20261201T023000Z", "RRULE:FREQ=DAILY"));
        List<List<BlackoutPeriod>> known = List.of("0 1 * * *", "0 2 * * *").stream()
                .map(cron -> Schedules.of("cron: \"" + cron + "\"", "zone: UTC", "blackouts: [{calendar: days}]")
                        .with(days))
                .map(it -> ((CalendarBlackout) it.blackouts().get(0)).known())
                .toList();
        assertThat(known.get(0)).hasSize(366).isSameAs(known.get(1));
        assertThat(known.get(0).get(0).why()).isSameAs(known.get(0).get(1).why());
    }
}
