package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.Score;
import dev.redliner.standalone.simulate.SimulationResult;
import org.jspecify.annotations.Nullable;

/**
 * One search on a host of known capacity.
 *
 * @param scenario the host
 * @param seed of the host's random numbers
 * @param truth the redline of the host, requests per second
 * @param allowed the fraction of the host's requests that may be too slow
 * @param normalBad the bad fraction at the host's normal load
 * @param result the result of the search
 * @param score the effect of the search on the users
 */
record Trial(
        String scenario,
        long seed,
        double truth,
        double allowed,
        double normalBad,
        SimulationResult result,
        Score score) {

    /** The same trial, compared with a truth that is known better now. */
    Trial against(double better) {
        return new Trial(scenario, seed, better, allowed, normalBad, result, score);
    }

    /** Error of the estimate, percent, or 100 without an estimate. */
    double error() {
        return result.est() == null ? 100 : Math.abs(100 * (estimate() / truth - 1));
    }

    double estimate() {
        return result.est() == null ? Double.NaN : result.est();
    }

    /** Whether the interval contains the truth. The interval of an "at least" result has no upper end. */
    boolean covered() {
        Double high = result.status().equals("at_least") ? (Double) Double.POSITIVE_INFINITY : result.high();
        return result.low() != null && high != null && result.low() <= truth && truth <= high;
    }

    /** Whether the safe rate that a user reads is at most the truth, or null if the result has none. */
    @Nullable
    Boolean safeHeld() {
        boolean shown = result.status().equals("ok") || result.status().equals("at_least");
        return !shown || result.safe() == null ? null : (Boolean) (result.safe() <= truth);
    }

    /** Half the interval's width, percent, or null without an interval. */
    @Nullable
    Double halfWidth() {
        return result.low() == null || result.high() == null ? null : 50 * (result.high() / result.low() - 1);
    }

    /** Bad requests beyond the normal ones, as a percentage of the requests that were served. */
    double excess() {
        return 100 * (score.bad() / Math.max(1, score.served()) - normalBad);
    }

    /** The largest excess of the load over the truth, percent. */
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
