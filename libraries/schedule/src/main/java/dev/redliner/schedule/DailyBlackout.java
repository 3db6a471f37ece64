package dev.redliner.schedule;

import dev.redliner.schedule.calendar.LocalInstants;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A blackout at the same local time of every day, or of some days of the week.
 *
 * @param from its begin
 * @param to its end, on the next day if it is not after the begin
 * @param weekdays the days on which it begins; all days if empty
 */
public record DailyBlackout(LocalTime from, LocalTime to, Set<DayOfWeek> weekdays) implements Blackout {
    public DailyBlackout {
        weekdays = Set.copyOf(weekdays);
        if (from.equals(to)) {
            throw new IllegalArgumentException("from and to are both " + from);
        }
    }

    @Override
    public List<BlackoutPeriod> periods(ZoneId zone, Instant from, Instant until) {
        var found = new ArrayList<BlackoutPeriod>();
        LocalDate last = LocalDate.ofInstant(until, zone);
        for (LocalDate date = LocalDate.ofInstant(from, zone).minusDays(1);
                !date.isAfter(last);
                date = date.plusDays(1)) {
            if (weekdays.isEmpty() || weekdays.contains(date.getDayOfWeek())) {
                Instant begin = LocalInstants.of(date.atTime(this.from), zone.getRules());
                Instant end =
                        LocalInstants.of((to.isAfter(this.from) ? date : date.plusDays(1)).atTime(to), zone.getRules());
                // the clock may skip a short blackout as a whole
                if (begin.isBefore(end) && begin.isBefore(until) && end.isAfter(from)) {
                    found.add(new BlackoutPeriod(begin, end, "daily " + this.from + " to " + to));
                }
            }
        }
        return found;
    }
}
