package dev.redliner.standalone.simulate;

import dev.redliner.hostmodel.HostSecond;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimates the seconds until a requested share is in effect. A real Envoy confirms a share. A simulated host only
 * shows its arrivals. The estimate is therefore the lag under which the arrivals are the least surprising. Until the
 * first change of the share gives evidence, it is a cautious guess.
 */
final class LagEstimate {
    private static final int LONGEST = 5;
    private static final int GUESS = 3;
    private static final int USUAL = 2;
    /** Loss of prior likelihood per second of distance from the usual lag, as a logarithm. */
    private static final double RARER = 0.5;
    /** Required lead in likelihood over all other lags, as a logarithm. */
    private static final double SURE = 4;
    /** Dispersion of the arrivals, which vary more than independent ones would. */
    private static final double DISPERSION = 3;

    private final List<Double> shares = new ArrayList<>();
    private final double[] log = new double[LONGEST + 1];
    private final double baseline;

    LagEstimate(double baselineShare) {
        baseline = baselineShare;
        for (int lag = 0; lag <= LONGEST; lag++) {
            log[lag] = -RARER * Math.abs(lag - USUAL);
        }
    }

    /** Records the requested share at the begin of a second. Call this for each second. */
    void asked(double share) {
        shares.add(share);
    }

    /** Records the visible figures of a second. */
    void observe(HostSecond seen) {
        for (int lag = 0; lag <= LONGEST; lag++) {
            double expected = Math.max(0.1, inEffect(seen.second() - lag) * seen.poolRps());
            log[lag] += (seen.arrivals() * Math.log(expected) - expected) / DISPERSION;
        }
    }

    private double inEffect(int second) {
        return second < 0 || shares.isEmpty() ? baseline : shares.get(Math.min(second, shares.size() - 1));
    }

    /** The estimated lag in seconds. */
    int seconds() {
        int best = 0;
        for (int lag = 1; lag <= LONGEST; lag++) {
            best = log[lag] > log[best] ? lag : best;
        }
        double second = Double.NEGATIVE_INFINITY;
        for (int lag = 0; lag <= LONGEST; lag++) {
            second = lag == best ? second : Math.max(second, log[lag]);
        }
        return log[best] - second > SURE ? best : GUESS;
    }
}
