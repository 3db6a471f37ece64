package dev.redliner.search.estimate;

import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;

/**
 * Log-likelihoods of one probe over the grid of a {@link TailPosterior}, relative to the best cell.
 *
 * @param byNoise by load noise and Hermite point, the middle point first; a single array for a sign
 * @param odd likelihood of the probe if it has a cause other than load
 */
record ProbeRow(float[][] byNoise, boolean sign, double odd) {
    private static final double[] HERMITE_WEIGHT = {1 / 6.0, 2 / 3.0, 1 / 6.0};
    /** The part of all probes that may have a cause other than load. */
    private static final double CONTAMINATION = 0.02;
    /**
     * The likelihood of a probe that has a cause other than load. It also limits how far a single probe can lower a
     * posterior.
     */
    private static final double ODD = 0.02;

    /** {@link #ODD} for a probe that was judged bad on the way up: the host may only have been cold. */
    private static final double ODD_IN_RAMP = 0.01;
    /** {@link #ODD} for a probe that was judged bad beyond doubt. */
    private static final double ODD_BUT_BAD = 0.005;

    /** A log-likelihood this far below the best is as good as zero beside the contamination. */
    private static final double IMPOSSIBLE = 40;

    /** The evidence of a moved median. */
    static ProbeRow sign(float[] log) {
        return new ProbeRow(new float[][] {log}, true, ODD);
    }

    /** The evidence of counts. */
    static ProbeRow counts(float[][] levels, ProbeResult probe) {
        relativeToBest(levels);
        return new ProbeRow(levels, false, odd(probe));
    }

    private static double odd(ProbeResult probe) {
        if (probe.outcome() != Outcome.BAD) {
            return ODD;
        }
        return probe.stage() == Stage.RAMP ? ODD_IN_RAMP : ODD_BUT_BAD;
    }

    /** Shifts the log-likelihoods so that the best explanation of the probe has zero. */
    private static void relativeToBest(float[][] levels) {
        float best = Float.NEGATIVE_INFINITY;
        for (float[] level : levels) {
            for (float value : level) {
                best = Math.max(best, value);
            }
        }
        for (float[] level : levels) {
            for (int c = 0; c < level.length; c++) {
                level[c] -= best;
            }
        }
    }

    /** An upper bound of a cell's log-likelihood that needs no exponentials. */
    double bound(int cell, double dispersion) {
        float best = byNoise[0][cell];
        for (int level = 1; level < byNoise.length; level++) {
            best = Math.max(best, byNoise[level][cell]);
        }
        return sign ? best : Math.max(Math.log(CONTAMINATION * odd), best / dispersion);
    }

    /** Adds the log-likelihood of each cell at one level of the load noise. */
    void addTo(double[] log, int noise, double dispersion) {
        float[] middle = byNoise[0];
        float[] below = sign ? middle : byNoise[1 + 2 * noise];
        float[] above = sign ? middle : byNoise[2 + 2 * noise];
        for (int c = 0; c < log.length; c++) {
            if (log[c] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            if (sign) {
                log[c] += middle[c];
                continue;
            }
            double likelihood = HERMITE_WEIGHT[0] * Math.exp(Math.max(-IMPOSSIBLE, below[c] / dispersion))
                    + HERMITE_WEIGHT[1] * Math.exp(Math.max(-IMPOSSIBLE, middle[c] / dispersion))
                    + HERMITE_WEIGHT[2] * Math.exp(Math.max(-IMPOSSIBLE, above[c] / dispersion));
            log[c] += Math.log((1 - CONTAMINATION) * likelihood + CONTAMINATION * odd);
        }
    }
}
