package dev.redliner.schedule.calendar;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An event of a calendar, with all of its occurrences, or as the replacement of one occurrence of another event. */
final class CalendarEvent {
    private static final int LONGEST_SUMMARY = 5_000;
    private static final int EARLIEST_YEAR = 1900;
    private static final int LATEST_YEAR = 9000;
    private static final Duration LONGEST_RECURRING = Duration.ofDays(366);
    /** A moment in which no run may be active cannot be shorter. */
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private static final Pattern DURATION = Pattern.compile(
            "\\+?P(?:([0-9]{1,4})W)?(?:([0-9]{1,5})D)?(?:T(?:([0-9]{1,6})H)?(?:([0-9]{1,7})M)?(?:([0-9]{1,8})S)?)?");

    private static final Pattern ESCAPE = Pattern.compile("\\\\([nN,;\\\\])");

    private final String uid;
    /** Null if it has none; a replacement then has that of the other event. */
    private final @Nullable String summary;

    private @Nullable String inherited;
    private final boolean cancelled;
    private final LocalDateTime begin;
    private final Duration length;
    private final Duration exact;
    private final @Nullable ZoneRules rules;
    private final @Nullable Recurrence recurrence;
    private final @Nullable CalendarTime replaced;
    private final List<Added> added = new ArrayList<>();
    private final Set<LocalDateTime> removed = new HashSet<>();

    /** An occurrence beside those of the rule. */
    private record Added(LocalDateTime begin, LocalDateTime end, Duration exact) {}

    CalendarEvent(Component event, CalendarZones zones) throws InvalidCalendar {
        uid = event.one("UID").map(ContentLine::value).orElse("").strip();
        ContentLine title = event.one("SUMMARY").orElse(null);
        if (title != null && title.value().length() > LONGEST_SUMMARY) {
            throw title.problem("longer than " + LONGEST_SUMMARY + " characters");
        }
        summary = title == null ? null : text(title.value());
        cancelled = event.one("STATUS")
                .map(it -> it.value().strip().equalsIgnoreCase("CANCELLED"))
                .orElse(false);
        ContentLine start = event.required("DTSTART");
        CalendarTime first = time(start, start.value(), zones);
        begin = first.local();
        rules = first.rules();
        ContentLine end = event.one("DTEND").orElse(null);
        ContentLine lasts = event.one("DURATION").orElse(null);
        // some programs write the last day of an event in place of the day after it
        Duration least = first.date() ? Duration.ofDays(1) : SHORTEST;
        CalendarTime last = end == null ? null : time(end, end.value(), zones);
        if (end != null && last != null && last.in(rules).isBefore(begin)) {
            throw end.problem("it is before DTSTART");
        }
        Duration elapsed = lasts == null || last != null ? Duration.ZERO : duration(lasts, lasts.value());
        Duration found = last == null ? elapsed : Duration.between(begin, last.in(rules));
        length = found.compareTo(least) < 0 ? least : found;
        exact = last == null ? elapsed : elapsed(first, last);
        ContentLine id = event.one("RECURRENCE-ID").orElse(null);
        if (id != null && !id.parameter("RANGE").isEmpty()) {
            throw id.problem("RANGE is not supported");
        }
        if (id != null && uid.isEmpty()) {
            throw id.problem("the event has no UID, so which event it changes is not known");
        }
        replaced = id == null ? null : time(id, id.value(), zones);
        ContentLine rule = event.one("RRULE").orElse(null);
        recurrence = rule == null ? null : Recurrence.parse(rule, rules);
        if (rule != null && length.compareTo(LONGEST_RECURRING) > 0) {
            throw rule.problem("the event recurs and lasts longer than a year");
        }
        if (!event.all("EXRULE").isEmpty()) {
            throw event.all("EXRULE").get(0).problem("is not supported; use EXDATE");
        }
        readDates(event.all("RDATE"), zones);
        for (ContentLine dates : event.all("EXDATE")) {
            for (String date : dates.value().split(",", -1)) {
                removed.add(time(dates, date, zones).in(rules));
            }
        }
    }

    private void readDates(List<ContentLine> lines, CalendarZones zones) throws InvalidCalendar {
        for (ContentLine dates : lines) {
            for (String date : dates.value().split(",", -1)) {
                int slash = date.indexOf('/');
                CalendarTime from = time(dates, slash < 0 ? date : date.substring(0, slash), zones);
                LocalDateTime at = from.in(rules);
                LocalDateTime end = at.plus(length);
                Duration elapsed = exact;
                if (slash >= 0) {
                    String to = date.substring(slash + 1);
                    boolean hasLength = to.startsWith("P") || to.startsWith("+");
                    elapsed = hasLength ? duration(dates, to) : Duration.ZERO;
                    end = hasLength ? at.plus(elapsed) : time(dates, to, zones).in(rules);
                }
                if (end.isBefore(at)) {
                    throw dates.problem("a period ends before its begin");
                }
                added.add(new Added(at, end, elapsed));
            }
        }
    }

    private static CalendarTime time(ContentLine line, String value, CalendarZones zones) throws InvalidCalendar {
        CalendarTime time = CalendarTime.parse(line, value, zones.of(line));
        if (time.local().getYear() < EARLIEST_YEAR || time.local().getYear() > LATEST_YEAR) {
            throw line.problem(
                    "the year " + time.local().getYear() + " is not within " + EARLIEST_YEAR + " to " + LATEST_YEAR);
        }
        return time;
    }

    /** The elapsed time between a begin and an end in another time zone; zero if the end is by the clock of the begin. */
    private static Duration elapsed(CalendarTime first, CalendarTime last) {
        ZoneRules from = first.rules();
        ZoneRules to = last.rules();
        return from == null || to == null || from.equals(to)
                ? Duration.ZERO
                : Duration.between(LocalInstants.of(first.local(), from), LocalInstants.latest(last.local(), to));
    }

    private static Duration duration(ContentLine line, String value) throws InvalidCalendar {
        Matcher parts = DURATION.matcher(value.strip());
        if (!parts.matches() || value.strip().matches(".*[PT]")) {
            throw line.problem("'" + value.strip() + "' is no duration such as PT2H");
        }
        return Duration.ofDays(7 * number(parts, 1) + number(parts, 2))
                .plusHours(number(parts, 3))
                .plusMinutes(number(parts, 4))
                .plusSeconds(number(parts, 5));
    }

    private static long number(Matcher parts, int group) {
        return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
    }

    /** The text without the escapes of the format and without characters that control something. */
    private static String text(String value) {
        return ESCAPE.matcher(value)
                .replaceAll(it -> it.group(1).equalsIgnoreCase("n") ? " " : Matcher.quoteReplacement(it.group(1)))
                .replaceAll("\\p{Cf}", "")
                .replaceAll("\\p{Cntrl}", " ")
                .strip();
    }

    String uid() {
        return uid;
    }

    boolean cancelled() {
        return cancelled;
    }

    boolean replacesAnother() {
        return replaced != null;
    }

    /** Leaves out the occurrence that another event replaces. */
    void replacedBy(CalendarEvent replacement) {
        if (replacement.replaced != null) {
            removed.add(replacement.replaced.in(rules));
            replacement.inherited = summary;
        }
    }

    private String title() {
        return summary != null ? summary : inherited != null ? inherited : "";
    }

    /** The steps of computing the occurrences, about. */
    long work(LocalDateTime from, LocalDateTime to) {
        return 1 + (recurrence == null ? 0 : recurrence.work(begin, from.minus(length), to));
    }

    /** The occurrences that overlap with the time from one local date and time to another. */
    List<Occurrence> occurrences(LocalDateTime from, LocalDateTime to) throws InvalidCalendar {
        Set<LocalDateTime> begins = new TreeSet<>(List.of(begin));
        if (recurrence != null && begin.isBefore(to)) {
            LocalDateTime earliest = from.minus(length);
            begins.addAll(recurrence.begins(begin, earliest.isBefore(begin) ? begin : earliest, to));
        }
        List<Occurrence> all = new ArrayList<>();
        added.forEach(it -> all.add(new Occurrence(it.begin(), it.end(), it.exact(), rules, title())));
        begins.forEach(it -> all.add(new Occurrence(it, it.plus(length), exact, rules, title())));
        return all.stream()
                .filter(it -> !removed.contains(it.begin()))
                .filter(it -> it.begin().isBefore(to) && it.end().isAfter(from))
                .toList();
    }
}
