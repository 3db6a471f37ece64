package dev.redliner.controller.calendar;

import dev.redliner.schedule.CalendarEvents;
import dev.redliner.schedule.calendar.Occurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The calendars of the settings. A calendar that was not read for long cannot be relied on: a blackout could be missing
 * in its copy. Thread-safe.
 */
public final class Calendars implements CalendarEvents {
    private final Map<String, CalendarReading> readings;
    private final Duration staleAfter;
    private final InstantSource clock;
    private final AtomicLong version;
    private final List<Runnable> changed = new CopyOnWriteArrayList<>();

    /** @param version that the readings count up */
    Calendars(List<CalendarReading> readings, Duration staleAfter, AtomicLong version, InstantSource clock) {
        this.readings = new TreeMap<>();
        readings.forEach(it -> this.readings.put(it.name(), it));
        this.staleAfter = staleAfter;
        this.version = version;
        this.clock = clock;
    }

    /** The names of the calendars, in order. */
    public List<String> names() {
        return List.copyOf(readings.keySet());
    }

    /** Calls this after each change of occurrences. */
    public void onChange(Runnable listener) {
        changed.add(listener);
    }

    /** Counts up with each change of occurrences. */
    public long version() {
        return version.get();
    }

    @Override
    public List<Occurrence> of(String calendar) {
        CalendarReading reading = readings.get(calendar);
        return reading == null ? List.of() : reading.occurrences();
    }

    /**
     * Why no run may begin whose schedule refers to a calendar.
     *
     * @return a sentence; empty if its copy can be relied on
     */
    public Optional<String> problem(String calendar) {
        CalendarReading reading = readings.get(calendar);
        if (reading == null) {
            return Optional.of("No calendar is called '" + calendar + "' in redliner.controller.calendars.sources.");
        }
        CalendarTable.State state = reading.state();
        String why = state.problem().isEmpty() ? "" : " " + state.problem();
        Instant readAt = state.readAt();
        if (readAt == null) {
            return Optional.of("The calendar " + calendar + " was not read yet." + why);
        }
        if (!reading.isCurrent(clock.instant())) {
            return Optional.of("The copy of the calendar " + calendar + " cannot be used." + why);
        }
        return clock.instant().isAfter(readAt.plus(staleAfter))
                ? Optional.of("The calendar " + calendar + " was not read since "
                        + readAt.truncatedTo(ChronoUnit.SECONDS) + ", and is stale after " + words(staleAfter) + "."
                        + why)
                : Optional.empty();
    }

    private static String words(Duration duration) {
        return duration.toMinutes() % 60 == 0 ? duration.toHours() + " h" : duration.toMinutes() + " min";
    }

    /** Since when a calendar cannot be read; null if it can. */
    @Nullable
    Instant failingSince(String calendar) {
        CalendarReading reading = readings.get(calendar);
        return reading == null ? null : reading.state().failingSince();
    }

    /** All calendars by name, each with so many next occurrences. */
    public List<CalendarStatus> list(int next) {
        return readings.values().stream().map(it -> status(it, next)).toList();
    }

    /** A calendar with so many next occurrences. */
    public Optional<CalendarStatus> find(String name, int next) {
        return Optional.ofNullable(readings.get(name)).map(it -> status(it, next));
    }

    private CalendarStatus status(CalendarReading reading, int most) {
        Instant now = clock.instant();
        CalendarTable.State state = reading.state();
        Optional<String> unusable = problem(reading.name());
        List<CalendarStatus.Event> next = reading.occurrences().stream()
                .map(it -> new CalendarStatus.Event(
                        it.begin(ZoneOffset.UTC), it.end(ZoneOffset.UTC), it.rules() == null, it.title()))
                .filter(it -> it.end().isAfter(now))
                .sorted(Comparator.comparing(CalendarStatus.Event::begin))
                .limit(most)
                .toList();
        return new CalendarStatus(
                reading.name(),
                reading.source().shown(),
                unusable.isEmpty(),
                unusable.orElse(state.problem()),
                state.readAt(),
                state.changedAt(),
                state.failingSince(),
                reading.copy().map(it -> it.calendar().events()).orElse(0),
                next);
    }

    /**
     * Reads a calendar now. It throws {@link org.springframework.dao.DataAccessException} if the database is
     * unavailable.
     *
     * @return empty if there is no such calendar
     */
    public Optional<CalendarStatus> read(String name, int next) {
        CalendarReading reading = readings.get(name);
        if (reading == null) {
            return Optional.empty();
        }
        if (reading.read()) {
            changed();
        }
        return find(name, next);
    }

    /** Reads a calendar if it is due, and takes over what another controller read. Throws as {@link #read}. */
    void look(String name) {
        CalendarReading reading = readings.get(name);
        if (reading != null && reading.look()) {
            changed();
        }
    }

    private void changed() {
        changed.forEach(Runnable::run);
    }
}
