package dev.redliner.api;

import org.jspecify.annotations.Nullable;

/**
 * The requests of a step that were in flight at the SUT, all its hosts together, and whether they fit to its load and
 * latency (Little's law).
 *
 * @param inFlight mean number of requests in flight, as read from the Envoys
 * @param expected load times mean latency
 * @param ratio {@code inFlight / expected}; null without requests
 * @param tolerance how far from 1 the ratio may be; null if the step has too few readings or requests for a check
 * @param unaccounted fraction of the requests that were neither answered nor in flight at the end of the step, such as
 *     those whose clients left
 */
public record ConcurrencyReport(
        double inFlight, double expected, @Nullable Double ratio, @Nullable Double tolerance, double unaccounted) {

    /** Whether the requests in flight and those that load and latency give differ by more than the tolerance. */
    public boolean deviates() {
        return ratio != null && tolerance != null && Math.abs(ratio - 1) > tolerance;
    }
}
