package dev.redliner.standalone.benchmark;

import dev.redliner.standalone.hostmodel.Score;
import dev.redliner.standalone.simulate.SimulationResult;
import org.jspecify.annotations.Nullable;

/**
 * One search on a host whose capacity is known.
 *
 * @param scenario the host
 * @param seed of its chance
 * @param truth its redline, requests per second
 * @param allowed the fraction of its requests that may be too slow
 * @param normalBad the bad fraction at its normal load
 * @param result what was found
 * @param score what it did to the users
 */
record Trial(
        String scenario,
        long seed,
        double truth,
        double allowed,
        double normalBad,
        SimulationResult result,
        Score score) {

    /** How far off the estimate is, percent; 100 without one. */
    double error() {
        return result.est() == null ? 100 : Math.abs(100 * (estimate() / truth - 1));
    }

    double estimate() {
        return result.est() == null ? Double.NaN : result.est();
    }

    /** Whether the interval holds the truth; that of "at least" has no upper end. */
    boolean covered() {
        Double high = result.status().equals("at_least") ? (Double) Double.POSITIVE_INFINITY : result.high();
        return result.low() != null && high != null && result.low() <= truth && truth <= high;
    }

    /** Whether the safe rate that a user reads is not above the truth; null if the result has none. */
    @Nullable
    Boolean safeHeld() {
        boolean shown = result.status().equals("ok") || result.status().equals("at_least");
        return !shown || result.safe() == null ? null : (Boolean) (result.safe() <= truth);
    }

    /** Half the interval's width, percent; null without an interval. */
    @Nullable
    Double halfWidth() {
        return result.low() == null || result.high() == null ? null : 50 * (result.high() / result.low() - 1);
    }

    /** Bad requests beyond the normal ones of those that were served, percent. */
    double excess() {
        return 100 * (score.bad() / Math.max(1, score.served()) - normalBad);
    }

    /** By how much the load was above the truth at most, percent. */
    double overshoot() {
        return Math.max(0, 100 * (score.highestLoad() / truth - 1));
    }

    boolean wrongAbort() {
        return result.est() == null || estimate() < 0.85 * truth;
    }

    boolean farTooHigh() {
        return result.est() != null && estimate() > 1.05 * truth;
    }
}
