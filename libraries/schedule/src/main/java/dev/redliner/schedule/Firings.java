package dev.redliner.schedule;

import dev.redliner.schedule.calendar.LocalInstants;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The firings of a schedule. Slots are local, so clock changes neither repeat nor lose one: a slot in the hour that the
 * clock skips is due at the first instant after it, and one in the hour that the clock repeats at its first occurrence.
 */
public final class Firings {
    /** There are up to 8 years from one 29th of February to the next. */
    private static final int MOST_DAYS = 8 * 366 + 1;

    private final ScheduleDefinition schedule;

    public Firings(ScheduleDefinition schedule) {
        this.schedule = schedule;
    }

    /** The next firings that are due after an instant, earliest first; fewer if there are no more within 8 years. */
    public List<Firing> after(Instant after, int most) {
        LocalDate first = firstDate(after);
        var found = new ArrayList<Firing>();
        for (int day = 0; day < MOST_DAYS && found.size() < most; day++) {
            LocalDate date = first.plusDays(day);
            if (date.isAfter(schedule.timing().lastDate())) {
                break;
            }
            on(date).stream().filter(it -> it.due().isAfter(after)).forEach(found::add);
        }
        return found.subList(0, Math.min(most, found.size()));
    }

    /** The firings that are due after one instant and until another, earliest first. */
    public List<Firing> between(Instant after, Instant until) {
        var found = new ArrayList<Firing>();
        LocalDate last = LocalDate.ofInstant(until, schedule.zone()).plusDays(1);
        for (LocalDate date = firstDate(after); !date.isAfter(last); date = date.plusDays(1)) {
            on(date).stream()
                    .filter(it -> it.due().isAfter(after) && !it.due().isAfter(until))
                    .forEach(found::add);
        }
        return found;
    }

    /** Jitter and the end of a skipped hour can delay a firing of the day before. */
    private LocalDate firstDate(Instant after) {
        return LocalDate.ofInstant(after, schedule.zone()).minusDays(1);
    }

    /** The firings whose slot is on a local date. Two slots that fall on one instant are one firing, of the later. */
    private List<Firing> on(LocalDate date) {
        Map<Instant, LocalDateTime> byInstant = new TreeMap<>();
        for (LocalDateTime slot : schedule.timing().slots(date)) {
            byInstant.put(LocalInstants.of(slot, schedule.zone().getRules()), slot);
        }
        Duration jitter = Jitter.of(schedule.name(), date, schedule.jitter());
        return byInstant.entrySet().stream()
                .map(it -> new Firing(it.getValue(), it.getKey().plus(jitter)))
                .sorted(Comparator.comparing(Firing::due))
                .toList();
    }
}
