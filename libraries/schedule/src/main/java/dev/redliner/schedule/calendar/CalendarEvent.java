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
    private static final int LONGEST_SUMMARY = 200;
    private static final int EARLIEST_YEAR = 1900;
    private static final int LATEST_YEAR = 9000;
    private static final Duration LONGEST_RECURRING = Duration.ofDays(366);
    /** A moment in which no run may be active cannot be shorter. */
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    private static final Pattern DURATION = Pattern.compile(
            "\\+?P(?:([0-9]{1,4})W)?(?:([0-9]{1,5})D)?(?:T(?:([0-9]{1,6})H)?(?:([0-9]{1,7})M)?(?:([0-9]{1,8})S)?)?");

    private final String uid;
    private final String summary;
    private final boolean cancelled;
    private final LocalDateTime begin;
    private final Duration length;
    private final @Nullable ZoneRules rules;
    private final @Nullable Recurrence recurrence;
    private final @Nullable CalendarTime replaced;
    private final List<Occurrence> added = new ArrayList<>();
    private final Set<LocalDateTime> removed = new HashSet<>();

    private CalendarEvent(Component event, CalendarZones zones) throws InvalidCalendar {
        uid = event.one("UID").map(ContentLine::value).orElse("").strip();
        summary = text(event.one("SUMMARY").map(ContentLine::value).orElse(""));
        cancelled = event.one("STATUS")
                .map(it -> it.value().strip().equalsIgnoreCase("CANCELLED"))
                .orElse(false);
        ContentLine start = event.required("DTSTART");
        CalendarTime first = time(start, start.value(), zones);
        begin = first.local();
        rules = first.rules();
        length = length(event, first, zones);
        ContentLine id = event.one("RECURRENCE-ID").orElse(null);
        if (id != null && !id.parameter("RANGE").isEmpty()) {
            throw id.problem("RANGE is not supported");
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
        addDates(event.all("RDATE"), zones);
        for (ContentLine dates : event.all("EXDATE")) {
            for (String date : dates.value().split(",", -1)) {
                removed.add(time(dates, date, zones).in(rules));
            }
        }
    }

    static CalendarEvent read(Component event, CalendarZones zones) throws InvalidCalendar {
        return new CalendarEvent(event, zones);
    }

    private void addDates(List<ContentLine> lines, CalendarZones zones) throws InvalidCalendar {
        for (ContentLine dates : lines) {
            for (String date : dates.value().split(",", -1)) {
                int slash = date.indexOf('/');
                CalendarTime from = time(dates, slash < 0 ? date : date.substring(0, slash), zones);
                LocalDateTime at = from.in(rules);
                LocalDateTime end = at.plus(length);
                if (slash >= 0) {
                    String to = date.substring(slash + 1);
                    end = to.startsWith("P") || to.startsWith("+")
                            ? at.plus(duration(dates, to))
                            : time(dates, to, zones).in(rules);
                }
                if (end.isBefore(at)) {
                    throw dates.problem("a period ends before its begin");
                }
                added.add(new Occurrence(at, end, rules, summary));
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

    private Duration length(Component event, CalendarTime first, CalendarZones zones) throws InvalidCalendar {
        ContentLine end = event.one("DTEND").orElse(null);
        ContentLine lasts = event.one("DURATION").orElse(null);
        Duration found = first.date() ? Duration.ofDays(1) : Duration.ZERO;
        if (end != null) {
            found = Duration.between(begin, time(end, end.value(), zones).in(rules));
            if (found.isNegative()) {
                throw end.problem("it is before DTSTART");
            }
        } else if (lasts != null) {
            found = duration(lasts, lasts.value());
        }
        return found.compareTo(SHORTEST) < 0 ? SHORTEST : found;
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

    /** The text without the escapes of the format and without control characters, not too long for a sentence. */
    private static String text(String value) {
        String text = value.replaceAll("\\\\[nN]", " ")
                .replaceAll("\\\\([,;\\\\])", "$1")
                .replaceAll("[\\p{Cntrl}\\p{Cf}]", " ")
                .strip();
        return text.length() > LONGEST_SUMMARY ? text.substring(0, LONGEST_SUMMARY) + "..." : text;
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
    void without(CalendarEvent replacement) {
        if (replacement.replaced != null) {
            removed.add(replacement.replaced.in(rules));
        }
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
        List<Occurrence> all = new ArrayList<>(added);
        begins.forEach(it -> all.add(new Occurrence(it, it.plus(length), rules, summary)));
        return all.stream()
                .filter(it -> !removed.contains(it.begin()))
                .filter(it -> it.begin().isBefore(to) && it.end().isAfter(from))
                .toList();
    }
}
