package dev.redliner.analyzer.window;

import dev.redliner.contracts.sample.LatencyHistogram;

/**
 * The Envoys' counts of some hosts, all together.
 *
 * @param completed requests answered
 * @param errors failures among the completed requests
 * @param rps requests answered, per second: the sum of each Envoy's own rate
 * @param rpsRequested requests sent, per second: the sum of each Envoy's own rate
 * @param latency latencies of the answered requests
 */
public record ServiceWindow(
        double completed, double errors, double rps, double rpsRequested, LatencyHistogram latency) {

    /** The sum of both windows. */
    ServiceWindow plus(ServiceWindow other) {
        return new ServiceWindow(
                completed + other.completed,
                errors + other.errors,
                rps + other.rps,
                rpsRequested + other.rpsRequested,
                latency.plus(other.latency));
    }
}
