package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Sum of the ticks of the peers.
 *
 * @param completed requests that the peers answered
 * @param errors failures
 * @param latency latency of the answers
 * @param overdue requests that were not answered in time, or that clients left
 */
public record PeerSum(double completed, double errors, LatencyHistogram latency, Overdue overdue) {
    /**
     * Dispersion unless the baseline shows a higher one. Slow answers and failures come in groups, such as those of a
     * page load.
     */
    static final double DISPERSION = 8;

    static final PeerSum NONE = new PeerSum(0, 0, LatencyHistogram.EMPTY, Overdue.NONE);
    /** Factor by which the peers must exceed the allowed fraction and their normal one. */
    private static final double CLEARLY = 3;

    PeerSum plus(Tick tick) {
        return new PeerSum(
                completed + tick.peerCompleted(),
                errors + tick.peerErrors(),
                latency.plus(tick.peerLatency()),
                overdue.plus(tick.peerOverdue()));
    }

    public static PeerSum since(Instant from, List<Tick> ticks) {
        PeerSum sum = NONE;
        for (Tick tick : ticks) {
            sum = tick.from().isBefore(from) ? sum : sum.plus(tick);
        }
        return sum;
    }

    /** Fraction of the answers that are bad by a criterion. */
    public double badFraction(Criterion criterion) {
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
     * How certainly more answers are bad than normal. A short baseline may have missed rare bad answers, so one more
     * than it contains is normal.
     */
    private double surprise(Criterion criterion, PeerSum normal) {
        double usual = normal.completed > 0 ? (normal.bad(criterion) + 1) / normal.completed : criterion.allowed();
        return Excess.surprise(bad(criterion), usual * completed, DISPERSION);
    }

    /**
     * Whether clearly more answers are bad than the criterion allows the SUT, and than is normal at the peers. If a
     * criterion allows a large fraction, as that of a median does, the threshold is halfway between that fraction and
     * all answers.
     */
    public boolean suffer(Criterion criterion, PeerSum normal) {
        boolean normalUnknown = !(normal.completed > 0) && !(criterion.allowed() > 0);
        if (criterion.kind() != Criterion.Kind.FRACTION || normalUnknown) {
            return false;
        }
        double acceptable = Math.max(criterion.allowed(), normal.badFraction(criterion));
        return surprise(criterion, normal) > Excess.CERTAIN
                && badFraction(criterion) > Math.min(CLEARLY * acceptable, (1 + acceptable) / 2);
    }
}
