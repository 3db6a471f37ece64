package dev.redliner.contracts.verdict;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one host of the SUT did in a tick.
 *
 * @param requested requests sent to it
 * @param completed requests it answered
 * @param errors failures among them
 * @param latency of the answered requests
 * @param connectFailures connections to it that failed or could not be made in time
 * @param cpu fraction of its CPU in use; null if nobody reported it
 * @param overdue requests that were sent to it and not answered in time
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

    /** Both together; of the CPU the higher one. */
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
