package dev.redliner.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleYamlTest {
    private static final String FULL =
            """
            schedule: checkout-nightly
            service: checkout
            cron: "30 2 * * *"
            zone: Europe/Berlin
            profile: gentle
            jitter: 10m
            window: 2h
            misfire: run-once
            cooldown: 6h
            priority: -5
            weeklyHarm: 2000
            blackouts:
              - {from: "08:00", to: "20:00", days: [mon, fri]}
              - {from: 2026-12-24T00:00, to: 2026-12-27T00:00}
            onlyWhenNeeded: true
            """;

    @Test
    void a_whole_document_is_read() throws InvalidSchedule {
        ScheduleDefinition schedule = ScheduleYaml.parse(null, FULL);

        assertThat(schedule.name()).isEqualTo("checkout-nightly");
        assertThat(schedule.service()).isEqualTo("checkout");
        assertThat(schedule.zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
        assertThat(schedule.profile()).isEqualTo("gentle");
        assertThat(schedule.jitter()).isEqualTo(Duration.ofMinutes(10));
        assertThat(schedule.window()).isEqualTo(Duration.ofHours(2));
        assertThat(schedule.weeklyHarm()).isEqualTo(2_000);
        assertThat(schedule.misfire()).isEqualTo(Misfire.RUN_ONCE);
        assertThat(schedule.cooldown()).isEqualTo(Duration.ofHours(6));
        assertThat(schedule.priority()).isEqualTo(-5);
        assertThat(schedule.blackouts()).hasSize(2);
        assertThat(schedule.onlyWhenNeeded()).isTrue();
    }

    @Test
    void a_schedule_can_follow_deploys_and_then_needs_no_zone() throws InvalidSchedule {
        ScheduleDefinition schedule =
                ScheduleYaml.parse(null, "schedule: a\nservice: checkout\non: deploy\nsettle: 5m\n");
        assertThat(schedule.timing()).isEqualTo(new OnDeploy(Duration.ofMinutes(5)));
        assertThat(schedule.zone().getId()).isEqualTo("Z");
        assertThat(new Firings(schedule).after(Instant.EPOCH, 3)).isEmpty();
        assertThat(new Firings(schedule).between(Instant.EPOCH, Instant.EPOCH.plusSeconds(864_000)))
                .isEmpty();
        assertThat(ScheduleYaml.parse(null, "schedule: a\nservice: checkout\non: deploy\n")
                        .timing())
                .isEqualTo(new OnDeploy(Duration.ofMinutes(15)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "on: release               | release",
                "on: deploy, settle: 25h   | settle PT25H is out of range",
                "on: deploy, jitter: 5m    | jitter' has no effect here",
                "on: deploy, misfire: skip | misfire' has no effect here",
                "at: 2026-12-01T02:30, zone: UTC, settle: 5m | settle' has no effect here",
                "on: deploy, at: 2026-12-01T02:30, zone: UTC | only one of 'cron', 'at', 'on' and 'calendar' can be there"
            })
    void a_key_that_does_not_go_with_the_timing_is_a_mistake(String keys, String message) {
        assertThatThrownBy(() -> ScheduleYaml.parse(null, "{schedule: a, service: checkout, " + keys + "}"))
                .hasMessageContaining(message);
    }

    @Test
    void what_is_not_written_has_a_default() {
        ScheduleDefinition schedule = Schedules.cron("30 2 * * *", "UTC");

        assertThat(schedule.profile()).isNull();
        assertThat(schedule.jitter()).isZero();
        assertThat(schedule.window()).isEqualTo(Duration.ofHours(1));
        assertThat(schedule.misfire()).isEqualTo(Misfire.SKIP);
        assertThat(schedule.cooldown()).isEqualTo(Duration.ofHours(1));
        assertThat(schedule.priority()).isZero();
        assertThat(schedule.blackouts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cron: \"30 2 * * *\"|cronn: \"30 2 * * *\"|3:1: unknown key 'cronn'; did you mean 'cron'?",
                "\"30 2 * * *\"|\"*/5 * * * *\"|3:7: '*/5' is due 12 times an hour; once an hour is the most",
                "Europe/Berlin|Europe/Berln|4:7: no time zone is called 'Europe/Berln'; did you mean 'Europe/Berlin'?",
                "Europe/Berlin|+01:00|4:7: no time zone is called '+01:00'; such as Europe/Berlin",
                "gentle|gentel|5:10: 'gentel' is unknown; did you mean 'gentle'?",
                "jitter: 10m|jitter: 2h|6:9: jitter PT2H is out of range; up to 59m",
                "run-once|run-twice|8:10: 'run-twice' is unknown",
                "priority: -5|priority: 5000|10:11: '5000' is not a priority",
                "weeklyHarm: 2000|weeklyHarm: 0|11:13: weeklyHarm is above zero; a number of requests, such as 2000",
                "Needed: true|Needed: often|15:17: 'often' is not true or false; such as true",
                "weeklyHarm: 2000|weeklyHarm: some|11:13: 'some' is not a count",
                "\"20:00\"|\"08:00\"|13:25: from and to are both 08:00",
                "mon|mony|13:41: 'mony' is unknown; did you mean 'mon'?",
                "2026-12-27T00:00|2026-12-23T00:00|14:34: to 2026-12-23T00:00 is not after from",
                "service: checkout|service: 'a b'|2:10: 'a b' is not a name"
            })
    void a_mistake_is_reported_at_its_place(String right, String wrong, String message) {
        assertThatThrownBy(() -> ScheduleYaml.parse(null, FULL.replace(right, wrong)))
                .isInstanceOf(InvalidSchedule.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_schedule_has_one_of_cron_and_at() {
        assertThatThrownBy(() -> ScheduleYaml.parse("s.yaml", FULL + "at: 2026-12-01T02:30\n"))
                .hasMessageContaining("s.yaml:16:5: only one of 'cron', 'at', 'on' and 'calendar' can be there");
        assertThatThrownBy(() -> ScheduleYaml.parse(null, FULL.replace("cron: \"30 2 * * *\"\n", "")))
                .hasMessageContaining("'cron' is missing");
    }

    @Test
    void an_empty_document_is_refused() {
        assertThatThrownBy(() -> ScheduleYaml.parse(null, ""))
                .hasMessageContaining("the document is empty; it begins with 'schedule: <name>'");
    }

    @Test
    void a_daily_blackout_may_end_on_the_next_day() {
        ScheduleDefinition schedule = Schedules.of(
                "cron: \"30 2 * * *\"", "zone: Europe/Berlin", "blackouts: [{from: \"22:00\", to: \"03:00\"}]");
        Instant due = Instant.parse("2027-01-10T01:30:00Z");

        assertThat(schedule.blackoutDuring(due, Duration.ofMinutes(15)))
                .contains(new BlackoutPeriod(
                        Instant.parse("2027-01-09T21:00:00Z"),
                        Instant.parse("2027-01-10T02:00:00Z"),
                        "daily 22:00 to 03:00"));
    }

    @Test
    void a_blackout_on_some_days_begins_on_these_days_only() {
        ScheduleDefinition schedule = Schedules.of(
                "cron: \"30 2 * * *\"", "zone: UTC", "blackouts: [{from: \"02:00\", to: \"03:00\", days: [sun]}]");

        assertThat(schedule.blackoutDuring(Instant.parse("2027-01-10T02:30:00Z"), Duration.ofMinutes(15)))
                .isPresent();
        assertThat(schedule.blackoutDuring(Instant.parse("2027-01-11T02:30:00Z"), Duration.ofMinutes(15)))
                .isEmpty();
    }

    @Test
    void a_blackout_that_begins_within_the_time_of_a_run_counts() {
        ScheduleDefinition schedule = Schedules.of(
                "cron: \"30 2 * * *\"", "zone: UTC", "blackouts: [{from: 2027-01-10T02:40, to: 2027-01-10T04:00}]");
        Instant due = Instant.parse("2027-01-10T02:30:00Z");

        assertThat(schedule.blackoutDuring(due, Duration.ofMinutes(15))).isPresent();
        assertThat(schedule.blackoutDuring(due, Duration.ofMinutes(10))).isEmpty();
    }

    @Test
    void a_schedule_may_fire_at_the_events_of_a_calendar() {
        ScheduleDefinition schedule = Schedules.of(
                "calendar: capacity-days",
                "events: checkout",
                "zone: Europe/Berlin",
                "blackouts: [{calendar: acme-changes, events: freeze}, {calendar: holidays}]");
        assertThat(schedule.timing()).isEqualTo(new OnCalendar(new EventFilter("capacity-days", "checkout")));
        assertThat(schedule.blackouts())
                .containsExactly(
                        new CalendarBlackout(new EventFilter("acme-changes", "freeze")),
                        new CalendarBlackout(new EventFilter("holidays", "")));
        assertThat(schedule.calendars()).containsExactly("acme-changes", "capacity-days", "holidays");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "calendar: a b|'a b' is not a name",
                "{calendar: days, cron: 30 2 * * *}|only one of 'cron', 'at', 'on' and 'calendar' can be there",
                "{calendar: days, misfire: skip}|'misfire' has no effect here",
                "{cron: 30 2 * * *, events: x}|'events' has no effect here",
                "{cron: 30 2 * * *, blackouts: [{calendar: days, from: '08:00'}]}|unknown key 'from'",
                "{cron: 30 2 * * *, blackouts: [{from: '08:00', to: '09:00', events: x}]}|unknown key 'events'",
                "{cron: 30 2 * * *, blackouts: [{calendar: []}]}|must be text, not a list"
            })
    void mistakes_about_calendars_are_reported(String lines, String problem) {
        String body = lines.startsWith("{") ? lines.substring(1, lines.length() - 1) : lines;
        String text = "{schedule: nightly, service: checkout, zone: Europe/Berlin, " + body + "}";
        assertThatThrownBy(() -> ScheduleYaml.parse(null, text))
                .isInstanceOfSatisfying(
                        InvalidSchedule.class, e -> assertThat(e.text()).contains(problem));
    }

    @Test
    void an_unknown_calendar_is_a_mistake_at_its_place_where_the_calendars_are_known() {
        String text = "schedule: nightly\nservice: checkout\ncron: \"30 2 * * *\"\nzone: UTC\nblackouts:\n"
                + "  - {calendar: acme-change}\n";
        assertThatThrownBy(() -> ScheduleYaml.parse("s.yaml", text, Set.of("acme-changes", "days")))
                .hasMessageContaining("s.yaml:6:16: no calendar is called 'acme-change'; did you mean 'acme-changes'?");
        assertThatThrownBy(() -> ScheduleYaml.parse("s.yaml", text, Set.of()))
                .hasMessageContaining("the settings of the controller declare none");
    }
}
