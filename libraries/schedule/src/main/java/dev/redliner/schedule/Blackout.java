package dev.redliner.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** A rule for times in which no run of a schedule may be active. */
public sealed interface Blackout permits DailyBlackout, DatedBlackout, CalendarBlackout {
    /** The periods that overlap with the time from one instant until another, in any order. */
    List<BlackoutPeriod> periods(ZoneId zone, Instant from, Instant until);
}
