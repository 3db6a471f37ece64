package dev.redliner.schedule.calendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** The instants of local dates and times, also of those that a clock change skips or repeats. */
public final class LocalInstants {
    private LocalInstants() {}

    /** The latest instant that can be meant: the later one of two, and by the offset before the gap if there is none. */
    static Instant latest(LocalDateTime local, ZoneRules rules) {
        ZoneOffsetTransition change = rules.getTransition(local);
        if (change != null) {
            return local.toInstant(change.isGap() ? change.getOffsetBefore() : change.getOffsetAfter());
        }
        return local.toInstant(rules.getOffset(local));
    }

    /** The instant of a local date and time: the earlier one of two, and the end of the gap if there is none. */
    public static Instant of(LocalDateTime local, ZoneRules rules) {
        ZoneOffsetTransition change = rules.getTransition(local);
        if (change != null) {
            return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
        }
        return local.toInstant(rules.getOffset(local));
    }
}
