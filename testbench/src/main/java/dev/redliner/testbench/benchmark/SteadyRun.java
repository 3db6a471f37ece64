package dev.redliner.testbench.benchmark;

import java.util.Locale;

/**
 * A host at a fixed share of the traffic, as its Envoy counted it.
 *
 * @param rps measured requests per second
 * @param requests that have ended
 * @param slow those over the latency limit
 * @param failed those with a status of 500 or above
 */
record SteadyRun(double rps, long requests, long slow, long failed) {
    /** The fraction of slow or of failed requests over the allowed one, the larger of both. Up to 1 keeps the limits. */
    double worst() {
        return Math.max(slowScore(), failedScore());
    }

    CountLine.Count slowCount() {
        return new CountLine.Count(rps, requests, slow);
    }

    CountLine.Count failedCount() {
        return new CountLine.Count(rps, requests, failed);
    }

    private double slowScore() {
        return part(slow) / RealService.ALLOWED_SLOW;
    }

    private double failedScore() {
        return part(failed) / RealService.ALLOWED_ERRORS;
    }

    private double part(long counted) {
        return counted / (double) Math.max(1, requests);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1f rps: %.3f%% slow and %.3f%% failed of %d",
                rps,
                100 * part(slow),
                100 * part(failed),
                requests);
    }
}
