package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The way back to the baseline. Done when every Envoy confirmed that it holds no override and the traffic since then
 * shows the baseline share.
 *
 * <p>All times are the controller's own: a tick counts as of when it arrived.
 *
 * @param since when it was decided
 * @param test tells the baseline share from the one that was asked for last
 * @param configured when the last Envoy confirmed; null before
 * @param seen the traffic since then
 * @param verified when the traffic was seen to be back; null before
 * @param lastTraffic when traffic was last seen since then; null before
 * @param lastTick until when it is known whether there was traffic; null before
 */
public record Restoration(
        Instant since,
        ShareTest test,
        @Nullable Instant configured,
        TickSum seen,
        @Nullable Instant verified,
        @Nullable Instant lastTraffic,
        @Nullable Instant lastTick) {
    /**
     * How long it looks at traffic that is too little to show the restore: a pool of 30 rps needs longer than a minute to
     * tell a third from two fifths.
     */
    static final Duration UNDECIDED_FOR = Duration.ofSeconds(100);

    /** A tick that is older tells nothing of now. */
    private static final Duration KNOWN = Duration.ofSeconds(10);

    private static final Duration OVERDUE = Duration.ofSeconds(120);
    /** From here on nobody waits for it by the minute. */
    private static final Duration LONG_OVERDUE = Duration.ofHours(1);

    /** Half as long as a pool has to be quiet for a restore to be given up as one that nobody can see. */
    private static final Duration LIVELY = Duration.ofSeconds(30);

    private static final Duration LOOKS_FOR = Duration.ofSeconds(10);
    private static final Duration LOOKS_EVERY = Duration.ofMinutes(1);
    private static final Duration LATER_EVERY = Duration.ofMinutes(10);

    static Restoration begun(Instant now, ShareTest test) {
        return new Restoration(now, test, null, TickSum.NONE, null, null, null);
    }

    Restoration configured(Instant now) {
        return configured == null ? new Restoration(since, test, now, seen, verified, null, null) : this;
    }

    Restoration unconfigured() {
        return configured == null ? this : begun(since, test);
    }

    Restoration saw(Tick tick, Instant now) {
        if (configured == null || began(tick, now).isBefore(configured)) {
            return this;
        }
        TickSum more = seen.plus(tick);
        Instant traffic = tick.poolRequested() > 0 ? now : knownUntil(tick, now) ? lastTraffic : began(tick, now);
        return switch (test.of(more)) {
            case BASELINE -> new Restoration(since, test, configured, more, now, traffic, now);
            case OPEN -> new Restoration(since, test, configured, more, null, traffic, now);
            // what is old weighs less and less: look again, afresh
            case OTHER -> new Restoration(since, test, configured, TickSum.NONE, null, traffic, now);
        };
    }

    /** Clocks differ and ticks take their time to arrive: the earlier of what either clock says. */
    private static Instant began(Tick tick, Instant now) {
        Instant arrived = now.minus(tick.length());
        return tick.from().isBefore(arrived) ? tick.from() : arrived;
    }

    /** Whether the time before a tick is known too; if not, there may have been traffic in it. */
    private boolean knownUntil(Tick tick, Instant now) {
        Instant known = lastTick == null ? configured : lastTick;
        return known == null || !known.plus(KNOWN).isBefore(began(tick, now));
    }

    /**
     * Whether so much of the traffic since every Envoy confirmed was seen, and it speaks for the baseline without being
     * enough to show it.
     */
    boolean undecided(Instant now) {
        return configured != null
                && verified == null
                && seen.seconds() * 1000 >= UNDECIDED_FOR.toMillis()
                && lastTick != null
                && !lastTick.plus(KNOWN).isBefore(now)
                && seen.poolRequested() > 0
                && test.plausible(seen);
    }

    /** Whether every Envoy confirmed this long ago, and it is known that no request came for as long. */
    boolean unwitnessed(Duration limit, Instant now) {
        if (configured == null || lastTick == null || lastTick.plus(KNOWN).isBefore(now)) {
            return false;
        }
        Instant last = lastTraffic == null ? configured : lastTraffic;
        return last.plus(limit).isBefore(now);
    }

    /**
     * Whether an event may be left unheard. An overdue restore may go on for days, until somebody looks, and all that a
     * run hears is journalled: it hears the counts of traffic only once every Envoy has confirmed, and then, as the
     * redirectors' reports, for some seconds at a time, and in between as often as it takes to know that there is traffic.
     * What can end it is heard at once.
     */
    boolean learnsNothingFrom(RunEvent event, Instant now) {
        if (event instanceof RunEvent.PartFailed || event instanceof RunEvent.Stalled) {
            // it restores already, and while Kafka is away every renewal fails
            return true;
        }
        if (!overdue(now)) {
            return false;
        }
        if (event instanceof RunEvent.VerdictArrived arrived) {
            return configured == null || dozes(now) && !urgent(arrived.verdict()) && knowsOfTraffic(now);
        }
        return event instanceof RunEvent.ReportArrived && dozes(now);
    }

    /** Whether it may end the restore: somebody else holds the share, or it is known that no request came. */
    private static boolean urgent(Verdict verdict) {
        Tick tick = verdict.tick();
        return !verdict.foreign().isEmpty() || tick != null && tick.poolRequested() == 0;
    }

    private boolean overdue(Instant now) {
        return since.plus(OVERDUE).isBefore(now);
    }

    /** An overdue restore looks for ten seconds of each minute; after an hour, of every ten minutes. */
    private boolean dozes(Instant now) {
        Duration lasts = Duration.between(since, now);
        Duration every = lasts.compareTo(LONG_OVERDUE) < 0 ? LOOKS_EVERY : LATER_EVERY;
        return lasts.toMillis() % every.toMillis() >= LOOKS_FOR.toMillis() && !halfSeen(now);
    }

    /** Whether it is looking at traffic that speaks for the baseline so far: that look ends the restore. */
    private boolean halfSeen(Instant now) {
        return lastTick != null && !lastTick.plus(KNOWN).isBefore(now) && seen.seconds() > 0 && test.plausible(seen);
    }

    /** Whether traffic was seen so lately that nobody takes the pool for quiet. */
    private boolean knowsOfTraffic(Instant now) {
        return lastTraffic != null && lastTraffic.plus(LIVELY).isAfter(now);
    }

    /** From the decision until it was verified; null before. */
    public @Nullable Duration took() {
        return verified == null ? null : Duration.between(since, verified);
    }
}
