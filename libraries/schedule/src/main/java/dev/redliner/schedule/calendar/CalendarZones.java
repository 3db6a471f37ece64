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

    private static final long MOST_WORK = 200_000;

    private record Onset(LocalDateTime local, ZoneOffset from, ZoneOffset to) {}

    private final Map<String, Component> definitions = new HashMap<>();
    private final Map<String, ZoneRules> read = new HashMap<>();

    CalendarZones(Component calendar) throws InvalidCalendar {
        List<Component> zones = calendar.parts("VTIMEZONE");
        if (zones.size() > MOST_ZONES) {
            throw new InvalidCalendar(
                    zones.get(MOST_ZONES).line(), "there are more than " + MOST_ZONES + " time zones");
        }
        for (Component zone : zones) {
            definitions.putIfAbsent(zone.required("TZID").value().strip(), zone);
        }
    }

    /** The rules of the time zone that a property names; null if it names none. */
    @Nullable
    ZoneRules of(ContentLine line) throws InvalidCalendar {
        String name = line.parameter("TZID").strip();
        if (name.isEmpty()) {
            return null;
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
        for (int from = 0; from < parts.length; from++) {
            String last = String.join("/", List.of(parts).subList(from, parts.length));
            if (from > 0 && !last.contains("/")) {
                return null;
            }
            try {
                return ZoneId.of(last).getRules();
            } catch (DateTimeException e) {
                // a shorter one may be known
            }
        }
        return null;
    }

    private static ZoneRules defined(Component zone) throws InvalidCalendar {
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

    private static List<Onset> onsets(Component observance) throws InvalidCalendar {
        ZoneOffset from = offset(observance.required("TZOFFSETFROM"));
        ZoneOffset to = offset(observance.required("TZOFFSETTO"));
        ContentLine begin = observance.required("DTSTART");
        LocalDateTime first = CalendarTime.parse(begin, begin.value(), null).local();
        List<Onset> onsets = new ArrayList<>(List.of(new Onset(first, from, to)));
        for (ContentLine dates : observance.all("RDATE")) {
            for (String date : dates.value().split(",", -1)) {
                onsets.add(new Onset(
                        CalendarTime.parse(dates, date, from.getRules()).in(from.getRules()), from, to));
            }
        }
        ContentLine rule = observance.one("RRULE").orElse(null);
        if (rule != null) {
            Recurrence recurrence = Recurrence.parse(rule, from.getRules());
            LocalDateTime last = LocalDateTime.of(LAST_YEAR, 1, 1, 0, 0);
            if (recurrence.work(first, first, last) > MOST_WORK) {
                throw rule.problem("the clock changes too often");
            }
            recurrence.begins(first, first, last).stream()
                    .filter(it -> !it.equals(first))
                    .forEach(it -> onsets.add(new Onset(it, from, to)));
        }
        return onsets;
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
