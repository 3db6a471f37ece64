package dev.redliner.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ICalendarTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LocalDate FROM = LocalDate.of(2026, 10, 1);
    private static final LocalDate UNTIL = LocalDate.of(2027, 12, 31);

    /** Outlook's calendars name the zones of Windows and define them. */
    private static final String WINDOWS_ZONE =
            """
            BEGIN:VTIMEZONE
            TZID:W. Europe Standard Time
            BEGIN:STANDARD
            DTSTART:16010101T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010101T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
            END:DAYLIGHT
            END:VTIMEZONE
            """;

    private static String calendar(String... components) {
        return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n" + String.join("", components) + "END:VCALENDAR\n";
    }

    private static String event(String... lines) {
        return "BEGIN:VEVENT\n" + String.join("\n", lines) + "\nEND:VEVENT\n";
    }

    private static List<Occurrence> occurrences(String... components) {
        try {
            return ICalendar.parse(calendar(components)).occurrences(FROM, UNTIL);
        } catch (InvalidCalendar e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> begins(String... components) {
        return occurrences(components).stream()
                .map(it -> it.begin(BERLIN).toString())
                .toList();
    }

    private static String refusal(String text) {
        try {
            ICalendar.parse(text).occurrences(FROM, UNTIL);
            throw new AssertionError("the calendar was not refused");
        } catch (InvalidCalendar e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void an_event_has_a_begin_an_end_and_a_summary() {
        Occurrence freeze = occurrences(event(
                        "UID:1",
                        "DTSTART;TZID=Europe/Berlin:20261201T220000",
                        "DTEND;TZID=Europe/Berlin:20261202T040000",
                        "SUMMARY:Freeze\\, EU\\nshops"))
                .get(0);
        assertThat(freeze.begin(BERLIN)).isEqualTo(Instant.parse("2026-12-01T21:00:00Z"));
        assertThat(freeze.end(BERLIN)).isEqualTo(Instant.parse("2026-12-02T03:00:00Z"));
        assertThat(freeze.summary()).isEqualTo("Freeze, EU shops");
        assertThat(freeze.summaryHas("freeze")).isTrue();
        assertThat(freeze.summaryHas("backup")).isFalse();
    }

    @Test
    void whole_days_and_times_without_a_zone_are_in_the_zone_of_the_schedule() {
        Occurrence day =
                occurrences(event("UID:1", "DTSTART;VALUE=DATE:20261224")).get(0);
        assertThat(day.begin(BERLIN)).isEqualTo(Instant.parse("2026-12-23T23:00:00Z"));
        assertThat(day.end(BERLIN)).isEqualTo(Instant.parse("2026-12-24T23:00:00Z"));
        assertThat(day.begin(ZoneId.of("America/New_York"))).isEqualTo(Instant.parse("2026-12-24T05:00:00Z"));
        assertThat(begins(event("UID:1", "DTSTART:20261201T100000"))).containsExactly("2026-12-01T09:00:00Z");
        assertThat(begins(event("UID:1", "DTSTART:20261201T100000Z"))).containsExactly("2026-12-01T10:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "DTEND:20261201T114500Z, 2026-12-01T11:45:00Z",
        "DURATION:PT1H30M, 2026-12-01T11:30:00Z",
        "DURATION:P1DT2H, 2026-12-02T12:00:00Z",
        "DURATION:P2W, 2026-12-15T10:00:00Z",
        "SUMMARY:a reminder lasts a minute, 2026-12-01T10:01:00Z"
    })
    void the_end_is_that_of_the_event_or_its_duration(String line, String end) {
        assertThat(occurrences(event("UID:1", "DTSTART:20261201T100000Z", line))
                        .get(0)
                        .end(BERLIN))
                .isEqualTo(Instant.parse(end));
    }

    @Test
    void an_event_recurs_at_its_local_time_over_clock_changes() {
        List<String> begins = begins(event("UID:1", "DTSTART;TZID=Europe/Berlin:20250106T023000", "RRULE:FREQ=DAILY"));
        // from the day on which the first occurrence overlaps
        assertThat(begins).hasSize(457).contains("2026-10-24T00:30:00Z", "2026-10-26T01:30:00Z");
        // once there is no 02:30
        assertThat(begins).contains("2027-03-27T01:30:00Z", "2027-03-28T01:00:00Z", "2027-03-29T00:30:00Z");
    }

    @Test
    void the_zones_of_a_calendar_are_those_that_it_defines() {
        String event = event(
                "UID:1", "DTSTART;TZID=W. Europe Standard Time:20260601T023000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=1");
        assertThat(begins(WINDOWS_ZONE, event))
                .isEqualTo(begins(event("UID:1", "DTSTART;TZID=Europe/Berlin:20260601T023000", "RRULE:FREQ=MONTHLY")))
                .startsWith("2026-10-01T00:30:00Z", "2026-11-01T01:30:00Z")
                .contains("2027-04-01T00:30:00Z");
        // the clock of the calendar changes at the same instants as that of the database
        assertThat(begins(WINDOWS_ZONE, event.replace("MONTHLY;BYMONTHDAY=1", "DAILY")))
                .isEqualTo(begins(event("UID:1", "DTSTART;TZID=Europe/Berlin:20260601T023000", "RRULE:FREQ=DAILY")));
        assertThat(refusal(calendar(event)))
                .isEqualTo("line 6: DTSTART: the time zone 'W. Europe Standard Time' is neither known nor defined in"
                        + " this calendar");
        assertThat(begins(event("UID:1", "DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20261201T100000")))
                .containsExactly("2026-12-01T09:00:00Z");
    }

    @Test
    void reading_calendars_leaves_the_time_zones_of_the_process_as_they_are() throws Exception {
        int before = ZoneId.getAvailableZoneIds().size();
        ICalendar.parse(calendar(WINDOWS_ZONE, event("UID:1", "DTSTART;TZID=W. Europe Standard Time:20260601T023000")));
        assertThat(ZoneId.getAvailableZoneIds()).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource({
        "FREQ=WEEKLY;COUNT=3, 2026-12-01T09:00:00Z 2026-12-08T09:00:00Z 2026-12-15T09:00:00Z",
        "FREQ=WEEKLY;INTERVAL=2;COUNT=3, 2026-12-01T09:00:00Z 2026-12-15T09:00:00Z 2026-12-29T09:00:00Z",
        "FREQ=WEEKLY;UNTIL=20261208T090000Z, 2026-12-01T09:00:00Z 2026-12-08T09:00:00Z",
        "FREQ=WEEKLY;UNTIL=20261208T085959Z, 2026-12-01T09:00:00Z",
        "FREQ=WEEKLY;UNTIL=20261208, 2026-12-01T09:00:00Z 2026-12-08T09:00:00Z",
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=3, 2026-12-01T09:00:00Z 2026-12-25T09:00:00Z 2027-01-29T09:00:00Z 2027-02-26T09:00:00Z",
        "FREQ=WEEKLY;BYMONTH=1;BYDAY=FR, 2026-12-01T09:00:00Z 2027-01-01T09:00:00Z 2027-01-08T09:00:00Z 2027-01-15T09:00:00Z"
                + " 2027-01-22T09:00:00Z 2027-01-29T09:00:00Z",
        "FREQ=YEARLY, 2026-12-01T09:00:00Z 2027-12-01T09:00:00Z"
    })
    void rules_recur_as_they_say_and_the_first_occurrence_always_counts(String rule, String expected) {
        assertThat(begins(event("UID:1", "DTSTART;TZID=Europe/Berlin:20261201T100000", "RRULE:" + rule)))
                .containsExactly(expected.split(" "));
    }

    @Test
    void occurrences_are_left_out_added_moved_and_cancelled() {
        String weekly = event(
                "UID:1",
                "DTSTART;TZID=Europe/Berlin:20261201T100000",
                "RRULE:FREQ=WEEKLY;COUNT=5",
                "EXDATE;TZID=Europe/Berlin:20261208T100000",
                "RDATE:20261203T090000Z");
        String moved =
                event("UID:1", "RECURRENCE-ID:20261215T090000Z", "DTSTART:20261216T120000Z", "DTEND:20261216T130000Z");
        String cancelled =
                event("UID:1", "RECURRENCE-ID:20261222T090000Z", "DTSTART:20261222T090000Z", "STATUS:CANCELLED");
        assertThat(begins(weekly, moved, cancelled))
                .containsExactly(
                        "2026-12-01T09:00:00Z", "2026-12-03T09:00:00Z", "2026-12-16T12:00:00Z", "2026-12-29T09:00:00Z");
        assertThat(occurrences(event("UID:1", "DTSTART:20261201T100000Z", "STATUS:CANCELLED")))
                .isEmpty();
    }

    @Test
    void an_occurrence_that_began_before_the_days_that_are_asked_for_is_found() {
        assertThat(begins(event("UID:1", "DTSTART;VALUE=DATE:20260901", "DTEND;VALUE=DATE:20261115")))
                .containsExactly("2026-08-31T22:00:00Z");
        assertThat(begins(event("UID:1", "DTSTART:20260828T000000Z", "DURATION:P10D", "RRULE:FREQ=WEEKLY;COUNT=5")))
                .containsExactly("2026-09-25T00:00:00Z");
    }

    @Test
    void an_empty_calendar_is_one_and_components_that_are_no_events_are_left_out() throws Exception {
        assertThat(ICalendar.parse(calendar()).occurrences(FROM, UNTIL)).isEmpty();
        assertThat(begins(
                        "BEGIN:VTODO\nDTSTART:nonsense\nEND:VTODO\n",
                        event("UID:1", "DTSTART:20261201T100000Z", "BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM")))
                .hasSize(1);
        String folded = calendar(event("UID:1", "DTSTART:2026\n 1201T100000Z")).replace("\n", "\r\n");
        assertThat(ICalendar.parse("\uFEFF" + folded).events()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FREQ=SECONDLY",
                "FREQ=HOURLY",
                "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYMINUTE=0,15,30",
                "FREQ=DAILY;INTERVAL=2147483647",
                "FREQ=DAILY;COUNT=100000000",
                "FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYWEEKNO=1,2,3,4,5",
                "FREQ=DAILY;FREQ=DAILY",
                "RSCALE=CHINESE;FREQ=YEARLY",
                "FREQ=DAILY;BYDAY=XX",
                "FREQ=DAILY;UNTIL=tomorrow",
                "BYDAY=MO",
                "D1 #0"
            })
    void row_30_hostile_rules_are_refused_with_their_line(String rule) {
        assertThat(refusal(calendar(event("UID:1", "DTSTART:20260101T100000Z", "RRULE:" + rule))))
                .startsWith("line 7: RRULE: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
                "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
                "FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=2SU",
                "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6"
            })
    void row_30_rules_without_any_date_are_refused(String rule) {
        assertThat(refusal(calendar(event("UID:1", "DTSTART:20261201T100000Z", "RRULE:" + rule))))
                .isEqualTo("line 7: RRULE: '" + rule + "' has no date in many years, or cannot be computed");
    }

    @Test
    void row_30_much_work_is_refused_before_it_is_done() {
        String daily = event("UID:1", "DTSTART:19000101T100000Z", "RRULE:FREQ=DAILY");
        assertThat(refusal(calendar(daily.repeat(10_000)))).contains("recur too often to be computed");
        String often = event("UID:1", "DTSTART:20260101T100000Z", "RRULE:FREQ=DAILY");
        assertThat(refusal(calendar(often.repeat(200)))).contains("occur more than 50000 times");
        assertThat(refusal(calendar(event("UID:1", "DTSTART:20260101T100000Z").repeat(20_001))))
                .contains("more than 20000 events");
        assertThat(refusal("BEGIN:VCALENDAR\n" + "BEGIN:X-PART\n".repeat(200_000)))
                .isEqualTo("line 5: components are nested more than 4 deep");
        assertThatThrownBy(() -> ICalendar.decode(new byte[ICalendar.MOST_BYTES + 1]))
                .hasMessage("line 1: the text is longer than 4000000 bytes");
    }

    @Test
    void what_is_no_whole_calendar_is_refused() {
        assertThat(refusal("")).contains("this is no calendar");
        assertThat(refusal("<!DOCTYPE html><html>Log in</html>")).contains("this is no calendar");
        assertThat(refusal("BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nDTSTART:20260101T100000Z\n"))
                .isEqualTo("line 3: END:VEVENT is missing; the text is not complete");
        assertThat(refusal(calendar(event("DTSTART:20260101T100000Z", "garbage"))))
                .isEqualTo("line 6: there is neither a name nor a colon");
        assertThat(refusal(calendar(event("SUMMARY:x")))).isEqualTo("line 4: this VEVENT has no DTSTART");
        assertThat(refusal(calendar(event("DTSTART:20260230"))))
                .isEqualTo("line 5: DTSTART: '20260230' does not exist");
        assertThat(refusal(calendar(event("DTSTART:20260102T100000Z", "DTEND:20260101T100000Z"))))
                .isEqualTo("line 6: DTEND: it is before DTSTART");
        assertThat(refusal(calendar(event("DTSTART:20260102", "DTSTART:20260103"))))
                .contains("is there twice");
        assertThat(refusal(calendar(event("DTSTART:20260102", "DURATION:-P1D"))))
                .contains("no duration");
        assertThat(refusal(calendar(event("DTSTART:20260102", "EXRULE:FREQ=DAILY"))))
                .contains("use EXDATE");
        assertThat(refusal(calendar(event("DTSTART:20260102", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260102"))))
                .contains("RANGE is not supported");
        assertThatThrownBy(() -> ICalendar.parse("END:VCALENDAR"))
                .isInstanceOf(InvalidCalendar.class)
                .hasMessage("line 1: an END has no BEGIN");
    }

    @Test
    void broken_texts_are_refused_and_never_fail_otherwise() {
        String whole = calendar(
                WINDOWS_ZONE,
                event(
                        "UID:1",
                        "DTSTART;TZID=W. Europe Standard Time:20261201T100000",
                        "DURATION:PT1H",
                        "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270101T000000Z",
                        "EXDATE:20261207T090000Z",
                        "RDATE;VALUE=PERIOD:20261203T090000Z/PT1H"));
        var random = new java.util.Random(30);
        int refused = 0;
        for (int i = 0; i < 4_000; i++) {
            var text = new StringBuilder(whole);
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.setCharAt(at, (char) random.nextInt(256));
                    default -> text.insert(at, whole.charAt(random.nextInt(whole.length())));
                }
            }
            try {
                ICalendar.parse(text.toString()).occurrences(FROM, UNTIL);
            } catch (InvalidCalendar e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(400, 3_900);
    }

    @Test
    void a_large_calendar_is_computed() throws Exception {
        String events = IntStream.range(0, 1_000)
                .mapToObj(i -> event(
                        "UID:" + i,
                        "DTSTART;TZID=Europe/Berlin:2015010" + (1 + i % 9) + "T100000",
                        "RRULE:FREQ=MONTHLY"))
                .collect(Collectors.joining());
        assertThat(ICalendar.parse(calendar(events)).occurrences(FROM, UNTIL)).hasSize(15_000);
    }

    @Test
    void row_30_reading_again_and_again_keeps_the_memory() throws Exception {
        String weekly = event("UID:1", "DTSTART;TZID=W. Europe Standard Time:20200101T100000", "RRULE:FREQ=WEEKLY");
        String large = calendar(WINDOWS_ZONE, weekly.repeat(500));
        String parameters = "BEGIN:VCALENDAR\nX" + ";A=b".repeat(900_000) + ":x\n";
        String folded = "BEGIN:VCALENDAR\nX:a" + "\n b".repeat(900_000) + "\n";
        ICalendar.parse(large).occurrences(FROM, UNTIL);
        long before = CostOfCalendars.usedHeap();
        for (int i = 0; i < 40; i++) {
            assertThat(ICalendar.parse(large).occurrences(FROM, UNTIL)).hasSize(500 * 65);
            if (i % 10 == 0) {
                refusal(parameters);
                refusal(folded);
            }
        }
        assertThat(CostOfCalendars.usedHeap() - before).isLessThan(8L << 20);
    }

    @ParameterizedTest
    @CsvSource({
        // in the hour that the clock skips
        "20270328T021000, DTEND;TZID=Europe/Berlin:20270328T025000, 2027-03-28T01:00:00Z, 2027-03-28T01:50:00Z",
        "20270328T010000, DTEND;TZID=Europe/Berlin:20270328T023000, 2027-03-28T00:00:00Z, 2027-03-28T01:30:00Z",
        // elapsed time
        "20270327T220000, DURATION:PT8H, 2027-03-27T21:00:00Z, 2027-03-28T05:00:00Z",
        "20271031T010000, DTEND:20271031T013000Z, 2027-10-30T23:00:00Z, 2027-10-31T01:30:00Z",
        // in the hour that is there twice, the later end
        "20271031T010000, DTEND;TZID=Europe/Berlin:20271031T023000, 2027-10-30T23:00:00Z, 2027-10-31T01:30:00Z",
        // by the clock
        "20270327T220000, DTEND;TZID=Europe/Berlin:20270328T060000, 2027-03-27T21:00:00Z, 2027-03-28T04:00:00Z"
    })
    void clock_changes_neither_shorten_nor_drop_an_event(String begin, String end, String from, String until) {
        Occurrence occurrence = occurrences(event("UID:1", "DTSTART;TZID=Europe/Berlin:" + begin, end))
                .get(0);
        assertThat(occurrence.begin(BERLIN)).isEqualTo(Instant.parse(from));
        assertThat(occurrence.end(BERLIN)).isEqualTo(Instant.parse(until));
    }

    @Test
    void whole_days_are_not_cut() {
        Occurrence day = occurrences(event("UID:1", "DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261224"))
                .get(0);
        assertThat(day.end(BERLIN)).isEqualTo(Instant.parse("2026-12-24T23:00:00Z"));
        assertThat(begins(event("UID:1", "DTSTART;VALUE=DATE:20261222", "RRULE:FREQ=DAILY;UNTIL=20261223T230000Z")))
                .contains("2026-12-23T23:00:00Z");
    }

    @Test
    void a_summary_is_found_however_it_is_written() {
        String freeze = "x".repeat(300) + " Freeze";
        assertThat(occurrences(event("UID:1", "SUMMARY:" + freeze, "DTSTART:20261201T100000Z"))
                        .get(0)
                        .summaryHas("freeze"))
                .isTrue();
        Occurrence odd = occurrences(event(
                        "UID:1",
                        "SUMMARY:Code\u00a0 fre\u00adeze C:\\\\new A\u0308nderung",
                        "DTSTART:20261201T100000Z"))
                .get(0);
        assertThat(odd.summary()).contains("C:\\new");
        assertThat(odd.summaryHas("code freeze")).isTrue();
        assertThat(odd.summaryHas("\u00e4nderung")).isTrue();
        // an occurrence that was moved has the title of the series
        assertThat(occurrences(
                        event("UID:1", "SUMMARY:Freeze", "DTSTART:20261201T100000Z", "RRULE:FREQ=DAILY;COUNT=2"),
                        event("UID:1", "RECURRENCE-ID:20261202T100000Z", "DTSTART:20261203T100000Z")))
                .extracting(Occurrence::summary)
                .containsExactly("Freeze", "Freeze");
    }

    @Test
    void what_could_hide_an_event_is_refused() {
        assertThat(begins(event("UID:1", "DTSTART:20261201T100000Z", "RRULE :FREQ=DAILY;COUNT=3")))
                .hasSize(3);
        assertThat(refusal(calendar(
                        event("DTSTART:20261201T100000Z"),
                        event("DTSTART:20261201T100000Z", "RECURRENCE-ID:20261201T100000Z", "STATUS:CANCELLED"))))
                .contains("the event has no UID");
        assertThat(refusal(calendar("BEGIN:X-GROUP\n", event("DTSTART:20261201T100000Z"), "END:X-GROUP\n")))
                .isEqualTo("line 5: a VEVENT is within a X-GROUP");
        assertThat(refusal(calendar(WINDOWS_ZONE, WINDOWS_ZONE.replace("+0100", "-0800"))))
                .contains("this time zone is defined in two different ways");
        assertThat(occurrences(WINDOWS_ZONE, WINDOWS_ZONE)).isEmpty();
        assertThat(refusal(calendar(event("DTSTART:20261201", "SUMMARY:" + "x".repeat(5_001)))))
                .contains("longer than 5000 characters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FREQ=WEEKLY;BYDAY=WE;BYSETPOS=2",
                "FREQ=DAILY;BYDAY=FR,SA;BYSETPOS=2",
                "FREQ=YEARLY;BYYEARDAY=112,-366;BYDAY=5TU,TH"
            })
    void rules_for_which_the_library_fails_are_refused(String rule) {
        assertThat(refusal(calendar(event("UID:1", "DTSTART:20250101T100000Z", "RRULE:" + rule))))
                .startsWith("line 7: RRULE: ");
    }

    @Test
    void row_30_zones_names_and_replacements_that_grow_are_refused_at_once() {
        String observance = "BEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n"
                + "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,"
                + "19,20,21,22,23\nEND:STANDARD\n";
        String zone = "BEGIN:VTIMEZONE\nTZID:X\n" + observance.repeat(4) + "END:VTIMEZONE\n";
        assertThat(refusal(calendar(zone, event("UID:1", "DTSTART;TZID=X:20261201T100000"))))
                .contains("the clock changes too often");
        String moved = event("UID:1", "DTSTART:20261201T100000Z")
                + event("UID:1", "DTSTART:20261201T100000Z", "RECURRENCE-ID:20261201T100000Z");
        assertThat(refusal(calendar(moved.repeat(5_000)))).contains("too many events with one UID");
        assertThat(refusal(calendar(event("UID:1", "DTSTART;TZID=" + "a/".repeat(60_000) + "a:20261201T100000"))))
                .isEqualTo("line 6: DTSTART: the name of the time zone is longer than 200 characters");
        String dense = event(
                "UID:1",
                "DTSTART:20250101T100000Z",
                "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYSETPOS=300");
        assertThat(refusal(calendar(dense.repeat(5_900)))).contains("recur too often to be computed");
    }

    @Test
    void a_text_that_is_folded_within_a_character_is_decoded() throws Exception {
        byte[] whole = "SUMMARY:\u00c4nderung".getBytes(StandardCharsets.UTF_8);
        byte[] folded = "SUMMARY:?\r\n ?nderung".getBytes(StandardCharsets.UTF_8);
        folded[8] = whole[8];
        folded[12] = whole[9];
        assertThat(ICalendar.decode(folded)).isEqualTo("SUMMARY:\u00c4nderung");
        assertThatThrownBy(() -> ICalendar.decode(new byte[] {'A', (byte) 0xff}))
                .hasMessage("line 1: the text is not UTF-8");
    }
}
