package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalendarCommandsTest extends CommandLineTest {
    private static final String JSON = "application/json";
    private static final String DAYS =
            """
            {"name": "days", "location": "https://acme.example/...", "usable": true, "problem": "",
             "readAt": "2027-01-09T12:00:00.123Z", "changedAt": "2027-01-01T00:00:00Z", "failingSince": null,
             "events": 2, "next": [
               {"begin": "2027-01-10T01:00:00Z", "end": "2027-01-10T02:00:00Z", "local": false, "summary": "Measure"},
               {"begin": "2027-01-12T00:00:00Z", "end": "2027-01-13T00:00:00Z", "local": true, "summary": "Holiday"}]}
            """;
    private static final String GONE =
            """
            {"name": "gone", "location": "/etc/gone.ics", "usable": false,
             "problem": "The calendar gone was not read yet. There is no file /etc/gone.ics.",
             "readAt": null, "changedAt": null, "failingSince": "2027-01-09T00:00:00Z", "events": 0, "next": []}
            """;

    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("days.ics"), text).toString();
    }

    @Test
    void calendars_are_listed_with_the_reasons_of_those_that_fail() {
        server.on("GET /api/v1/calendars", 200, JSON, "[" + DAYS + "," + GONE + "]");
        assertThat(run("calendar", "list")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        CALENDAR  STATE       EVENTS  READ                  NEXT EVENT            SUMMARY
                        days      works       2       2027-01-09T12:00:00Z  2027-01-10T01:00:00Z  Measure
                        gone      not usable  0
                        gone: The calendar gone was not read yet. There is no file /etc/gone.ics.
                        """);
    }

    @Test
    void a_calendar_is_shown_with_its_events() {
        server.on("GET /api/v1/calendars/days", 200, JSON, DAYS);
        assertThat(run("calendar", "show", "days")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        days: works, 2 events, read from https://acme.example/... at 2027-01-09T12:00:00Z
                        BEGIN                 END                   SUMMARY
                        2027-01-10T01:00:00Z  2027-01-10T02:00:00Z  Measure
                        2027-01-12T00:00      2027-01-13T00:00      Holiday
                        """);
    }

    @Test
    void reading_one_that_cannot_be_read_fails() {
        server.on("POST /api/v1/calendars/days/read", 200, JSON, DAYS)
                .on("POST /api/v1/calendars/gone/read", 200, JSON, GONE);
        assertThat(run("calendar", "read", "days")).isZero();
        assertThat(run("calendar", "read", "gone")).isEqualTo(4);
        assertThat(out()).contains("There is no file /etc/gone.ics.");
    }

    @Test
    void a_file_is_checked_without_a_server() throws IOException {
        String text =
                """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                UID:1
                SUMMARY:Freeze
                DTSTART;VALUE=DATE:20270201
                RRULE:FREQ=YEARLY
                END:VEVENT
                END:VCALENDAR
                """;
        assertThat(run("calendar", "check", "-f", file(text), "--zone", "Europe/Berlin"))
                .isZero();
        assertThat(out())
                .endsWith("days.ics: 1 event\nBEGIN                   END                     SUMMARY\n"
                        + "2027-02-01T00:00+01:00  2027-02-02T00:00+01:00  Freeze\n"
                        + "2028-02-01T00:00+01:00  2028-02-02T00:00+01:00  Freeze\n");
        assertThat(run("calendar", "check", "-f", file(text.replace("YEARLY", "SECONDLY"))))
                .isEqualTo(2);
        assertThat(err()).contains("days.ics: line 6: RRULE: it recurs SECONDLY; the finest is DAILY");
        assertThat(run("calendar", "check", "-f", folder.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void a_schedule_of_a_calendar_is_checked_and_listed() throws IOException {
        String text = "schedule: days\nservice: checkout\ncalendar: days\nzone: UTC\n";
        assertThat(run("schedule", "check", "-f", file(text))).isZero();
        assertThat(out())
                .contains("it is due at the events of calendar days\n"
                        + "whether the server has these calendars was not checked: days\n");
        server.on(
                "GET /api/v1/schedules",
                200,
                JSON,
                """
                [{"name": "days", "service": "checkout", "definition": {"calendar": "days", "zone": "UTC"}, "next": []}]
                """);
        assertThat(run("schedule", "list")).isZero();
        assertThat(out()).contains("calendar days");
    }
}
