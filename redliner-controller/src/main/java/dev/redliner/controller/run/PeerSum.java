package dev.redliner.controller.run;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The peers' ticks added up.
 *
 * @param completed requests they answered
 * @param errors failures
 * @param latency of the answers
 * @param overdue requests that were not answered in time, or whose clients left
 */
public record PeerSum(double completed, double errors, LatencyHistogram latency, Overdue overdue) {
    static final PeerSum NONE = new PeerSum(0, 0, LatencyHistogram.EMPTY, Overdue.NONE);
    private static final double ENOUGH_REQUESTS = 100;
    /** How far beyond what is allowed, and beyond their normal, the peers have to be. */
    private static final double CLEARLY = 3;

    PeerSum plus(Tick tick) {
        return new PeerSum(
                completed + tick.peerCompleted(),
                errors + tick.peerErrors(),
                latency.plus(tick.peerLatency()),
                overdue.plus(tick.peerOverdue()));
    }

    static PeerSum since(Instant from, List<Tick> ticks) {
        PeerSum sum = NONE;
        for (Tick tick : ticks) {
            sum = tick.from().isBefore(from) ? sum : sum.plus(tick);
        }
        return sum;
    }

    /** Part of the answers that a criterion calls bad. */
    double badFraction(Criterion criterion) {
        return completed > 0 ? bad(criterion) / completed : 0;
    }

    double bad(Criterion criterion) {
        Double limit = criterion.limit();
        if (!criterion.metric().startsWith("latency.")) {
            return errors;
        }
        return limit == null ? 0 : latency.over(Duration.ofNanos(Math.round(limit * 1e9)));
    }

    /**
     * How surely more answers are bad than normal. A short baseline may have seen none of the rare ones, so one more than it
     * saw is normal.
     */
    private double surprise(Criterion criterion, PeerSum normal) {
        double usual = normal.completed > 0 ? (normal.bad(criterion) + 1) / normal.completed : criterion.allowed();
        return Excess.surprise(bad(criterion), usual * completed, PeerNormal.DISPERSION);
    }

    /**
     * Whether so many answers are bad as is clearly more than the criterion allows the SUT, and than is normal here. Of
     * what allows much, such as a median, that is the half of what is left.
     */
    boolean suffer(Criterion criterion, PeerSum normal) {
        if (criterion.kind() != Criterion.Kind.FRACTION) {
            return false;
        }
        double acceptable = Math.max(criterion.allowed(), normal.badFraction(criterion));
        return completed >= ENOUGH_REQUESTS
                && surprise(criterion, normal) > Excess.CERTAIN
                && badFraction(criterion) > Math.min(CLEARLY * acceptable, (1 + acceptable) / 2);
    }
}
