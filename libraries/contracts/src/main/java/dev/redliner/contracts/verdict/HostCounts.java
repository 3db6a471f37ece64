package dev.redliner.contracts.verdict;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one host of the SUT in a tick.
 *
 * @param requested requests sent to the host
 * @param completed requests that the host answered
 * @param errors failures among the completed requests
 * @param latency latencies of the answered requests
 * @param connectFailures connections to the host that failed or could not be made in time
 * @param cpu fraction of the host's CPU in use; null if it was not reported
 * @param overdue requests that were sent to the host and not answered in time
 */
public record HostCounts(
        double requested,
        double completed,
        double errors,
        LatencyHistogram latency,
        double connectFailures,
        @Nullable Double cpu,
        Overdue overdue) {
    public HostCounts {
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(overdue, "overdue");
    }

    /** The sum of both counts, with the higher one of the CPU values. */
    public HostCounts plus(HostCounts other) {
        Double more = other.cpu == null || (cpu != null && cpu > other.cpu) ? cpu : other.cpu;
        return new HostCounts(
                requested + other.requested,
                completed + other.completed,
                errors + other.errors,
                latency.plus(other.latency),
                connectFailures + other.connectFailures,
                more,
                overdue.plus(other.overdue));
    }
}
