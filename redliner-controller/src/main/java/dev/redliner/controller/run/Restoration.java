package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.traffic.TickBegin;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The return to the baseline. It is complete when every Envoy confirmed that it holds no override, and the traffic
 * since then shows the baseline share. Only ticks with the counts of every connected Envoy can show it.
 *
 * <p>All times are the controller's own: a tick counts from its arrival.
 *
 * @param since when the restore was decided
 * @param test decides between the baseline share and the share that was asked for last
 * @param configured when the last Envoy confirmed; null before
 * @param seen sum of the ticks since then that have the counts of every connected Envoy
 * @param verified when the baseline share was seen in the traffic; null before
 * @param lastTraffic when traffic was last seen since then; null before
 * @param lastTick until when the presence or absence of traffic is established; null before
 * @param part sum of the newest ticks, as far back as each of them lacks the counts of a connected Envoy
 */
public record Restoration(
        Instant since,
        ShareTest test,
        @Nullable Instant configured,
        TickSum seen,
        @Nullable Instant verified,
        @Nullable Instant lastTraffic,
        @Nullable Instant lastTick,
        TickSum part) {
    /**
     * Time after which traffic is considered too little to show the restore. A pool of 30 rps needs longer than a
     * minute to distinguish a third from two fifths.
     */
    public static final Duration UNDECIDED_FOR = Duration.ofSeconds(100);

    /**
     * Time after which a connected Envoy that no collector reads is not waited for any longer. A collector that was
     * restarted, or that learns of a new Envoy, reads it by then.
     */
    private static final Duration UNREAD_FOR = Duration.ofSeconds(20);

    /** An older tick carries no information about the present. */
    private static final Duration KNOWN = Duration.ofSeconds(10);

    private static final Duration OVERDUE = Duration.ofSeconds(120);
    /** After this time, a person is not expected to follow the restore by the minute. */
    private static final Duration LONG_OVERDUE = Duration.ofHours(1);

    /** Half of the quiet time after which a restore is ended as one that no traffic can show. */
    private static final Duration LIVELY = Duration.ofSeconds(30);

    private static final Duration LOOKS_FOR = Duration.ofSeconds(10);
    private static final Duration LOOKS_EVERY = Duration.ofMinutes(1);
    private static final Duration LATER_EVERY = Duration.ofMinutes(10);

    static Restoration begun(Instant now, ShareTest test) {
        return new Restoration(now, test, null, TickSum.NONE, null, null, null, TickSum.NONE);
    }

    Restoration configured(Instant now) {
        return configured == null ? new Restoration(since, test, now, seen, verified, null, null, TickSum.NONE) : this;
    }

    /** A verified restore stays verified: an Envoy that connects afterwards never held the share of the run. */
    Restoration unconfigured() {
        return configured == null || verified != null ? this : begun(since, test);
    }

    /** Whether every Envoy had confirmed its baseline before a tick began. */
    boolean covers(Tick tick, Instant now) {
        return configured != null && !TickBegin.of(tick, now).isBefore(configured);
    }

    /** Takes a tick with the counts of every connected Envoy. */
    Restoration observe(Tick tick, Instant now) {
        if (verified != null || !covers(tick, now)) {
            return this;
        }
        TickSum more = seen.plus(tick);
        Instant traffic =
                tick.poolRequested() > 0 ? now : knownUntil(tick, now) ? lastTraffic : TickBegin.of(tick, now);
        return switch (test.of(more)) {
            case BASELINE -> new Restoration(since, test, configured, more, now, traffic, now, TickSum.NONE);
            case OPEN -> new Restoration(since, test, configured, more, null, traffic, now, TickSum.NONE);
            // older traffic carries less and less information, so the window begins anew
            case OTHER -> new Restoration(since, test, configured, TickSum.NONE, null, traffic, now, TickSum.NONE);
        };
    }

    /**
     * Takes a tick that lacks the counts of a connected Envoy. Such a tick does not verify the restore, and it does not
     * prove that no request arrived.
     */
    Restoration observePart(Tick tick, Instant now) {
        if (verified != null || !covers(tick, now)) {
            return this;
        }
        TickSum more = part.plus(tick);
        TickSum kept = test.of(more) == ShareTest.Verdict.OTHER ? TickSum.NONE : more;
        Instant traffic = tick.poolRequested() > 0 ? now : lastTraffic;
        return new Restoration(since, test, configured, seen, null, traffic, lastTick, kept);
    }

    /**
     * Whether a connected Envoy has not been read for so long that its traffic will not show the restore, and the
     * traffic of the other Envoys shows the baseline, or does not contradict it for {@link #UNDECIDED_FOR}.
     */
    boolean seenInPart() {
        if (!lasts(part, UNREAD_FOR)) {
            return false;
        }
        return test.of(part) == ShareTest.Verdict.BASELINE || lasts(part, UNDECIDED_FOR) && test.plausible(part);
    }

    private static boolean lasts(TickSum sum, Duration limit) {
        return sum.seconds() * 1000 >= limit.toMillis();
    }

    /** Whether the time before a tick was observed too. If not, there may have been traffic in it. */
    private boolean knownUntil(Tick tick, Instant now) {
        Instant known = lastTick == null ? configured : lastTick;
        return known == null || !known.plus(KNOWN).isBefore(TickBegin.of(tick, now));
    }

    /**
     * Whether enough time was observed since every Envoy confirmed, and the traffic favours the baseline without being
     * enough to show it.
     */
    boolean undecided(Instant now) {
        return favoursBaseline(now) && lasts(seen, UNDECIDED_FOR);
    }

    /**
     * Whether every Envoy confirmed, and the traffic, which is observed until now, favours the baseline without being enough
     * to show it.
     */
    public boolean favoursBaseline(Instant now) {
        return configured != null
                && verified == null
                && lastTick != null
                && !lastTick.plus(KNOWN).isBefore(now)
                && seen.poolRequested() > 0
                && test.plausible(seen);
    }

    /** Whether every Envoy confirmed at least this long ago, and it is certain that no request arrived for as long. */
    boolean unwitnessed(Duration limit, Instant now) {
        if (configured == null || lastTick == null || lastTick.plus(KNOWN).isBefore(now)) {
            return false;
        }
        Instant last = lastTraffic == null ? configured : lastTraffic;
        return last.plus(limit).isBefore(now);
    }

    /**
     * Whether an event may be ignored. An overdue restore may last for days until a person intervenes, and all events
     * that a run processes are journalled. Counts of traffic are processed only once every Envoy has confirmed. From
     * then on, these counts and the redirectors' reports are processed for some seconds at a time. In between, counts
     * are processed as often as it takes to establish that there is traffic. An event that can end the restore is
     * always processed.
     */
    boolean ignores(RunEvent event, Instant now) {
        if (event instanceof RunEvent.PartFailed || event instanceof RunEvent.Stalled) {
            // the restore is already in progress, and while Kafka is unavailable every renewal fails
            return true;
        }
        if (!overdue(now)) {
            return false;
        }
        if (event instanceof RunEvent.VerdictArrived arrived) {
            return configured == null || isDormant(now) && !urgent(arrived.verdict()) && knowsOfTraffic(now);
        }
        return event instanceof RunEvent.ReportArrived && isDormant(now);
    }

    /**
     * Whether a verdict may end the restore: another party holds the share, or it is certain that no request arrived.
     */
    private static boolean urgent(Verdict verdict) {
        Tick tick = verdict.tick();
        return !verdict.foreign().isEmpty() || tick != null && tick.poolRequested() == 0;
    }

    private boolean overdue(Instant now) {
        return since.plus(OVERDUE).isBefore(now);
    }

    /**
     * Whether an overdue restore pauses now. It observes ten seconds of each minute, and after an hour of every ten
     * minutes.
     */
    private boolean isDormant(Instant now) {
        Duration lasts = Duration.between(since, now);
        Duration every = lasts.compareTo(LONG_OVERDUE) < 0 ? LOOKS_EVERY : LATER_EVERY;
        return lasts.toMillis() % every.toMillis() >= LOOKS_FOR.toMillis() && !halfSeen(now);
    }

    /** Whether the traffic under observation favours the baseline so far: this observation ends the restore. */
    private boolean halfSeen(Instant now) {
        return lastTick != null && !lastTick.plus(KNOWN).isBefore(now) && seen.seconds() > 0 && test.plausible(seen);
    }

    /** Whether traffic was seen so recently that the pool does not count as quiet. */
    private boolean knowsOfTraffic(Instant now) {
        return lastTraffic != null && lastTraffic.plus(LIVELY).isAfter(now);
    }

    /** Time from the decision until the restore was verified; null before. */
    public @Nullable Duration took() {
        return verified == null ? null : Duration.between(since, verified);
    }
}
