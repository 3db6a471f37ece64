package dev.redliner.schedule;

import dev.redliner.schedule.calendar.LocalInstants;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/**
 * A blackout from one local date and time until another.
 *
 * @param from its begin
 * @param to its end
 */
public record DatedBlackout(LocalDateTime from, LocalDateTime to) implements Blackout {
    public DatedBlackout {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("to " + to + " is not after from " + from);
        }
    }

    @Override
    public List<BlackoutPeriod> periods(ZoneId zone, Instant from, Instant until) {
        Instant begin = LocalInstants.of(this.from, zone.getRules());
        Instant end = LocalInstants.of(to, zone.getRules());
        return begin.isBefore(end) && begin.isBefore(until) && end.isAfter(from)
                ? List.of(new BlackoutPeriod(begin, end, this.from + " to " + to))
                : List.of();
    }
}
