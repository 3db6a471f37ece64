package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The peers' ticks added up.
 *
 * @param completed requests they answered
 * @param slow answers over the tightest latency limit of the rules
 * @param errors failures
 */
public record PeerSum(double completed, double slow, double errors) {
    static final PeerSum NONE = new PeerSum(0, 0, 0);
    private static final double ENOUGH_REQUESTS = 100;
    /** So many bad requests are no chance. */
    private static final double ENOUGH_BAD = 10;
    /** How far beyond what is allowed, and beyond their normal, the peers have to be. */
    private static final double CLEARLY = 3;

    PeerSum plus(Tick tick, Duration limit) {
        double over = limit.isZero() ? 0 : tick.peerLatency().over(limit);
        return new PeerSum(completed + tick.peerCompleted(), slow + over, errors + tick.peerErrors());
    }

    static PeerSum since(Instant from, List<Tick> ticks, Duration limit) {
        PeerSum sum = NONE;
        for (Tick tick : ticks) {
            sum = tick.from().isBefore(from) ? sum : sum.plus(tick, limit);
        }
        return sum;
    }

    double slowFraction() {
        return completed > 0 ? slow / completed : 0;
    }

    double errorFraction() {
        return completed > 0 ? errors / completed : 0;
    }

    /** Whether too many were slow: clearly more than a rule allows, and than is normal for them. */
    boolean tooSlow(double allowed, PeerSum normal) {
        return clearly(slow, slowFraction(), Math.max(allowed, normal.slowFraction()));
    }

    /** Whether too many failed. */
    boolean tooManyErrors(double allowed, PeerSum normal) {
        return clearly(errors, errorFraction(), Math.max(allowed, normal.errorFraction()));
    }

    private boolean clearly(double bad, double fraction, double acceptable) {
        return completed >= ENOUGH_REQUESTS && bad >= ENOUGH_BAD && fraction > CLEARLY * acceptable;
    }
}
