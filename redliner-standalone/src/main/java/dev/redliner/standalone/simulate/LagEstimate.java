package dev.redliner.standalone.simulate;

import dev.redliner.standalone.hostmodel.HostSecond;
import java.util.ArrayList;
import java.util.List;

/**
 * How many seconds pass until a share that was asked for is in effect. A real Envoy confirms it; a simulated host only
 * shows its arrivals, so it is learnt from them: the lag under which they are the least surprising. Before the first
 * change says anything, a cautious guess.
 */
final class LagEstimate {
    private static final int LONGEST = 5;
    private static final int GUESS = 3;
    private static final int USUAL = 2;
    /** Each second more or less than that is rarer, as a logarithm. */
    private static final double RARER = 0.5;
    /** How much likelier than the others, as a logarithm, before it is believed. */
    private static final double SURE = 4;
    /** Arrivals vary more than independent ones would. */
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

    /** The share that was asked for as a second began. Call it for each second. */
    void asked(double share) {
        shares.add(share);
    }

    /** What was seen of a second. */
    void saw(HostSecond seen) {
        for (int lag = 0; lag <= LONGEST; lag++) {
            double expected = Math.max(0.1, inEffect(seen.second() - lag) * seen.poolRps());
            log[lag] += (seen.arrivals() * Math.log(expected) - expected) / DISPERSION;
        }
    }

    private double inEffect(int second) {
        return second < 0 || shares.isEmpty() ? baseline : shares.get(Math.min(second, shares.size() - 1));
    }

    /** Seconds. */
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
