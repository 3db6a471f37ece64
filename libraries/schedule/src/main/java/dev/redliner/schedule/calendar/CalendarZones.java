package dev.redliner.schedule.calendar;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time zones that the properties of a calendar name. A name of the IANA time zone database has the rules of Java's
 * copy. All others have the rules that the calendar itself defines as {@code VTIMEZONE}, such as {@code W. Europe
 * Standard Time}. They are known to this calendar only: nothing is added to the time zones of the process.
 */
final class CalendarZones {
    private static final int MOST_ZONES = 100;
    private static final int MOST_OBSERVANCES = 100;
    /** Clock changes are computed until then. Occurrences are asked for the next year only. */
    private static final int LAST_YEAR = 2100;

    private static final int FIRST_YEAR = 1970;
    private static final long MOST_WORK = 200_000;
    private static final int MOST_ONSETS = 20_000;
    private static final int LONGEST_NAME = 200;

    private record Onset(LocalDateTime local, ZoneOffset from, ZoneOffset to) {}

    private final Map<String, Component> definitions = new HashMap<>();
    private final Map<String, ZoneRules> read = new HashMap<>();
    private long work;
    private int onsetsRead;

    CalendarZones(Component calendar) throws InvalidCalendar {
        List<Component> zones = calendar.parts("VTIMEZONE");
        if (zones.size() > MOST_ZONES) {
            throw new InvalidCalendar(
                    zones.get(MOST_ZONES).line(), "there are more than " + MOST_ZONES + " time zones");
        }
        for (Component zone : zones) {
            Component other =
                    definitions.putIfAbsent(zone.required("TZID").value().strip(), zone);
            if (other != null && !other.contents().equals(zone.contents())) {
                throw new InvalidCalendar(zone.line(), "this time zone is defined in two different ways");
            }
        }
    }

    /** The rules of the time zone that a property names; null if it names none. */
    @Nullable
    ZoneRules of(ContentLine line) throws InvalidCalendar {
        String name = line.parameter("TZID").strip();
        if (name.isEmpty()) {
            return null;
        }
        if (name.length() > LONGEST_NAME) {
            throw line.problem("the name of the time zone is longer than " + LONGEST_NAME + " characters");
        }
        ZoneRules known = read.get(name);
        if (known == null) {
            known = rules(line, name);
            read.put(name, known);
        }
        return known;
    }

    private ZoneRules rules(ContentLine line, String name) throws InvalidCalendar {
        ZoneRules iana = iana(name);
        if (iana != null) {
            return iana;
        }
        Component definition = definitions.get(name);
        if (definition == null) {
            throw line.problem("the time zone '" + name + "' is neither known nor defined in this calendar");
        }
        return defined(definition);
    }

    /** Some programs write a prefix, such as {@code /freeassociation.sourceforge.net/Europe/Berlin}. */
    private static @Nullable ZoneRules iana(String name) {
        String[] parts = name.split("/");
        List<String> names = new ArrayList<>(List.of(name));
        for (int last = Math.min(3, parts.length - 1); last >= 2; last--) {
            names.add(String.join("/", List.of(parts).subList(parts.length - last, parts.length)));
        }
        for (String candidate : names) {
            try {
                return ZoneId.of(candidate).getRules();
            } catch (DateTimeException e) {
                // a shorter one may be known
            }
        }
        return null;
    }

    private ZoneRules defined(Component zone) throws InvalidCalendar {
        List<Component> observances = new ArrayList<>(zone.parts("STANDARD"));
        observances.addAll(zone.parts("DAYLIGHT"));
        if (observances.isEmpty() || observances.size() > MOST_OBSERVANCES) {
            throw new InvalidCalendar(
                    zone.line(), "a time zone has 1 to " + MOST_OBSERVANCES + " parts STANDARD and DAYLIGHT");
        }
        List<Onset> onsets = new ArrayList<>();
        for (Component observance : observances) {
            onsets.addAll(onsets(observance));
        }
        onsets.sort(Comparator.comparing(Onset::local));
        ZoneOffset offset = onsets.get(0).from();
        ZoneOffset first = offset;
        List<ZoneOffsetTransition> changes = new ArrayList<>();
        for (Onset onset : onsets) {
            if (!onset.to().equals(offset)) {
                changes.add(ZoneOffsetTransition.of(onset.local(), offset, onset.to()));
                offset = onset.to();
            }
        }
        try {
            return ZoneRules.of(first, first, List.of(), changes, List.of());
        } catch (IllegalArgumentException e) {
            throw new InvalidCalendar(zone.line(), "its clock changes are not in order");
        }
    }

    private List<Onset> onsets(Component observance) throws InvalidCalendar {
        ZoneOffset from = offset(observance.required("TZOFFSETFROM"));
        ZoneOffset to = offset(observance.required("TZOFFSETTO"));
        ContentLine begin = observance.required("DTSTART");
        LocalDateTime first = CalendarTime.parse(begin, begin.value(), null).local();
        List<Onset> found = new ArrayList<>(List.of(new Onset(first, from, to)));
        for (ContentLine dates : observance.all("RDATE")) {
            for (String date : dates.value().split(",", -1)) {
                found.add(new Onset(
                        CalendarTime.parse(dates, date, from.getRules()).in(from.getRules()), from, to));
            }
        }
        ContentLine rule = observance.one("RRULE").orElse(null);
        if (rule != null) {
            Recurrence recurrence = Recurrence.parse(rule, from.getRules());
            LocalDateTime last = LocalDateTime.of(LAST_YEAR, 1, 1, 0, 0);
            LocalDateTime start = LocalDateTime.of(FIRST_YEAR, 1, 1, 0, 0);
            work += recurrence.work(first, start, last);
            if (work > MOST_WORK) {
                throw rule.problem("the clock changes too often");
            }
            recurrence.begins(first, first.isAfter(start) ? first : start, last).stream()
                    .filter(it -> !it.equals(first))
                    .forEach(it -> found.add(new Onset(it, from, to)));
        }
        onsetsRead += found.size();
        if (onsetsRead > MOST_ONSETS) {
            throw begin.problem("the clocks change more than " + MOST_ONSETS + " times");
        }
        return found;
    }

    /** Parses an offset such as {@code +0100} or {@code -053000}. */
    private static ZoneOffset offset(ContentLine line) throws InvalidCalendar {
        String text = line.value().strip();
        try {
            if (text.matches("[+-][0-9]{4}([0-9]{2})?")) {
                return ZoneOffset.of(text);
            }
        } catch (DateTimeException e) {
            // as below
        }
        throw line.problem("'" + text + "' is no offset such as +0100");
    }
}
