package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Overdue;
import java.time.Duration;

/** Requests that failed, were slower than the tightest limit, or are overdue. */
final class BadRequests {
    private BadRequests() {}

    /**
     * Counts each bad request once. The result is below zero if many requests end that an earlier tick counted as
     * overdue.
     */
    static double of(double errors, double completed, LatencyHistogram latency, Overdue overdue, Duration limit) {
        double slow = limit.isZero() ? 0 : latency.over(limit);
        return Math.min(completed, errors + slow) + overdue.net();
    }
}
