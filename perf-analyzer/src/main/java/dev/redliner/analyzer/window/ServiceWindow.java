package dev.redliner.analyzer.window;

import dev.redliner.contracts.sample.LatencyHistogram;

/**
 * What Envoys counted of some hosts, all of them together.
 *
 * @param completed requests answered
 * @param errors failures among them
 * @param rps requests answered, per second: the sum of each Envoy's own rate
 * @param rpsRequested requests sent, per second, in the same way
 * @param latency of the answered requests
 */
public record ServiceWindow(
        double completed, double errors, double rps, double rpsRequested, LatencyHistogram latency) {

    /** Both together. */
    ServiceWindow plus(ServiceWindow other) {
        return new ServiceWindow(
                completed + other.completed,
                errors + other.errors,
                rps + other.rps,
                rpsRequested + other.rpsRequested,
                latency.plus(other.latency));
    }
}
