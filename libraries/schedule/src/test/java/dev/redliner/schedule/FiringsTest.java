package dev.redliner.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.schedule.calendar.LocalInstants;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiringsTest {
    private static List<Firing> of(ScheduleDefinition schedule, String fromLocalDate, String untilLocalDate) {
        Instant from =
                LocalDate.parse(fromLocalDate).atStartOfDay(schedule.zone()).toInstant();
        Instant until =
                LocalDate.parse(untilLocalDate).atStartOfDay(schedule.zone()).toInstant();
        return new Firings(schedule).between(from.minusMillis(1), until.minusMillis(1));
    }

    private static List<Firing> year(String cron, String zone) {
        return of(Schedules.cron(cron, zone), "2027-01-01", "2028-01-01");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "America/New_York",
                "America/Santiago",
                "Australia/Lord_Howe",
                "Africa/Cairo",
                "Asia/Kathmandu",
                "Pacific/Chatham",
                "UTC"
            })
    void a_year_has_one_firing_for_each_local_date(String zone) {
        for (String cron : List.of("30 2 * * *", "0 0 * * *", "15 0 * * *", "45 1 * * *", "0 3 * * *")) {
            List<Firing> firings = year(cron, zone);

            assertThat(firings).hasSize(365);
            assertThat(firings.stream().map(it -> it.slot().toLocalDate()).distinct())
                    .hasSize(365);
            assertThat(firings.stream().map(Firing::due).distinct()).hasSize(365);
            assertThat(firings).isSortedAccordingTo(java.util.Comparator.comparing(Firing::due));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // the clock skips from 02:00 to 03:00 in Berlin, from 00:00 to 01:00 in Santiago, by half an hour on Lord Howe
        "30 2 * * *,Europe/Berlin,2027-03-28,2027-03-28T01:00:00Z",
        "30 0 * * *,America/Santiago,2027-09-05,2027-09-05T04:00:00Z",
        "0 0 * * *,America/Santiago,2027-09-05,2027-09-05T04:00:00Z",
        "15 2 * * *,Australia/Lord_Howe,2027-10-03,2027-10-02T15:30:00Z"
    })
    void a_slot_that_the_clock_skips_is_due_at_the_first_instant_after_it(
            String cron, String zone, String date, String due) {
        assertThat(of(
                        Schedules.cron(cron, zone),
                        date,
                        LocalDate.parse(date).plusDays(1).toString()))
                .extracting(Firing::due)
                .containsExactly(Instant.parse(due));
    }

    @ParameterizedTest
    @CsvSource({
        "30 2 * * *,Europe/Berlin,2027-10-31,2027-10-31T00:30:00Z",
        "30 23 * * *,America/Santiago,2027-04-03,2027-04-04T02:30:00Z",
        "45 1 * * *,Australia/Lord_Howe,2027-04-04,2027-04-03T14:45:00Z"
    })
    void a_slot_that_the_clock_repeats_is_due_once_at_its_first_occurrence(
            String cron, String zone, String date, String due) {
        assertThat(of(
                        Schedules.cron(cron, zone),
                        date,
                        LocalDate.parse(date).plusDays(1).toString()))
                .extracting(Firing::due)
                .containsExactly(Instant.parse(due));
    }

    @Test
    void an_hourly_schedule_fires_in_each_local_hour_that_exists() {
        assertThat(of(Schedules.cron("0 * * * *", "Europe/Berlin"), "2027-03-28", "2027-03-29"))
                .hasSize(23);
        assertThat(of(Schedules.cron("0 * * * *", "Europe/Berlin"), "2027-10-31", "2027-11-01"))
                .hasSize(24);
        assertThat(of(Schedules.cron("30 * * * *", "Europe/Berlin"), "2027-03-28", "2027-03-29"))
                .as("02:30 is due at 03:00, and 03:30 at 03:30")
                .hasSize(24);
        assertThat(of(Schedules.cron("0 * * * *", "Australia/Lord_Howe"), "2027-10-03", "2027-10-04"))
                .hasSize(24);
    }

    @Test
    void the_next_firings_of_a_single_time_end_with_it() {
        var firings = new Firings(Schedules.of("at: 2026-12-01T02:30", "zone: Europe/Berlin"));

        assertThat(firings.after(Instant.parse("2026-11-01T00:00:00Z"), 5))
                .containsExactly(
                        new Firing(LocalDateTime.parse("2026-12-01T02:30"), Instant.parse("2026-12-01T01:30:00Z")));
        assertThat(firings.after(Instant.parse("2026-12-01T01:30:00Z"), 5)).isEmpty();
    }

    @Test
    void the_next_firings_reach_to_the_next_leap_day() {
        var firings = new Firings(Schedules.cron("0 3 29 2 *", "UTC"));

        assertThat(firings.after(Instant.parse("2028-03-01T00:00:00Z"), 1))
                .extracting(it -> it.slot().toLocalDate())
                .containsExactly(LocalDate.parse("2032-02-29"));
    }

    @Test
    void jitter_delays_each_date_by_its_own_time_and_is_the_same_again() {
        ScheduleDefinition schedule = Schedules.of("cron: \"30 2 * * *\"", "zone: Europe/Berlin", "jitter: 10m");
        List<Firing> firings = of(schedule, "2027-01-01", "2028-01-01");

        assertThat(firings).hasSize(365).isEqualTo(of(schedule, "2027-01-01", "2028-01-01"));
        assertThat(firings).allSatisfy(it -> assertThat(Duration.between(
                        LocalInstants.of(it.slot(), ZoneId.of("Europe/Berlin").getRules()), it.due()))
                .isBetween(Duration.ZERO, Duration.ofMinutes(10)));
        assertThat(firings.stream()
                        .map(it -> it.due().getEpochSecond() % 3600)
                        .distinct()
                        .count())
                .isGreaterThan(200);
    }

    @Test
    void jitter_over_midnight_loses_no_firing() {
        ScheduleDefinition schedule = Schedules.of("cron: \"59 23 * * *\"", "zone: UTC", "jitter: 59m");
        Instant start = Instant.parse("2027-01-01T00:00:00Z");
        int found = 0;
        for (int minute = 0; minute < 366 * 24 * 60; minute += 7) {
            Instant from = start.plus(Duration.ofMinutes(minute));
            found += new Firings(schedule)
                    .between(from, from.plus(Duration.ofMinutes(7)))
                    .size();
        }
        assertThat(found).isIn(366, 367);
    }
}
