package dev.redliner.controller.schedule;

import dev.redliner.schedule.CalendarEvents;
import dev.redliner.schedule.CalendarPeriods;
import dev.redliner.schedule.InvalidSchedule;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.schedule.ScheduleYaml;
import dev.redliner.service.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parses stored schedules, each text once. Thread-safe. */
final class ScheduleReader {
    private static final Logger log = LoggerFactory.getLogger(ScheduleReader.class);
    private static final int MOST_KEPT = 10_000;

    /** The result of parsing: a definition, or the reason why there is none. */
    record Parsed(Optional<ScheduleDefinition> definition, String problem) {}

    /** The results with the events of the calendars, as these are in a version. */
    private record WithCalendars(long version, CalendarPeriods periods, Map<String, Parsed> byText) {}

    private final Map<String, Parsed> byText = new ConcurrentHashMap<>();
    private volatile WithCalendars withCalendars;
    private final CalendarEvents calendars;
    private final LongSupplier version;

    /** A reader without calendars. */
    ScheduleReader() {
        this(name -> List.of(), () -> 0);
    }

    /** @param version counts up with each change of the calendars' events */
    ScheduleReader(CalendarEvents calendars, LongSupplier version) {
        this.calendars = calendars;
        this.version = version;
        this.withCalendars = none(version.getAsLong());
    }

    private WithCalendars none(long now) {
        return new WithCalendars(now, new CalendarPeriods(calendars), new ConcurrentHashMap<>());
    }

    /** Counts up with each change of the calendars' events. */
    long version() {
        return version.getAsLong();
    }

    /** Parses a schedule. Slots and blackouts of calendars are those of now. */
    Parsed parse(StoredSchedule schedule) {
        if (byText.size() > MOST_KEPT) {
            byText.clear();
            withCalendars = none(version());
        }
        Parsed parsed = byText.computeIfAbsent(schedule.text(), text -> parse(schedule.name(), text));
        boolean fixed = parsed.definition().map(it -> it.calendars().isEmpty()).orElse(true);
        return fixed ? parsed : withCalendars(schedule.text(), parsed);
    }

    private Parsed withCalendars(String text, Parsed parsed) {
        // read before the events, so that a change meanwhile is noticed at the next call
        long now = version();
        WithCalendars known = withCalendars;
        if (known.version() != now) {
            known = none(now);
            withCalendars = known;
        }
        CalendarPeriods periods = known.periods();
        return known.byText()
                .computeIfAbsent(
                        text, it -> new Parsed(parsed.definition().map(schedule -> schedule.with(periods)), ""));
    }

    private static Parsed parse(String name, String text) {
        try {
            return new Parsed(Optional.of(ScheduleYaml.parse(null, text)), "");
        } catch (InvalidSchedule e) {
            Problem first = e.problems().get(0);
            String problem = "This version of Redliner refuses the stored schedule " + name + ": line " + first.line()
                    + ": " + first.message() + ". Correct it and apply it again with: redliner schedule apply -f FILE.";
            log.warn("schedule={} fires nothing: {}", name, problem);
            return new Parsed(Optional.empty(), problem);
        } catch (RuntimeException e) {
            // one text must not keep the other schedules from firing
            log.error("schedule={} fires nothing, because reading it fails for a fault of Redliner", name, e);
            return new Parsed(
                    Optional.empty(),
                    "Reading the schedule " + name + " fails for a fault of Redliner, which is in the log of the"
                            + " controller.");
        }
    }

    /** The schedules that can be read. */
    List<ReadSchedule> readable(List<StoredSchedule> schedules) {
        return schedules.stream()
                .flatMap(it -> parse(it).definition().stream().map(definition -> new ReadSchedule(it, definition)))
                .toList();
    }
}
