package dev.redliner.contracts.verdict;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The counts since the previous verdict. A search needs these counts, because windows would blur them.
 *
 * @param from start of the interval, event time
 * @param to end of the interval
 * @param requested requests sent to the SUT
 * @param completed requests that the SUT answered
 * @param errors failures among the completed requests
 * @param latency latencies of the answered requests
 * @param poolRequested requests sent to the whole pool, including the SUT
 * @param peerErrors failures at the peers
 * @param peerCompleted requests that the peers answered
 * @param peerLatency latencies of the requests that the peers answered
 * @param cpu fraction of the SUT's CPU in use; null if it was not reported
 * @param stalled seconds for which the machine of the SUT, or the machines from which the Envoys are read, stood still,
 *     on average; zero without a report
 * @param invalidating metrics that make the step invalid: counters that grew, with their increase, and gauges above
 *     zero, with their highest value
 * @param connectFailures connections to the SUT that failed or could not be made in time; 0 if the sender does not
 *     provide it
 * @param whole whether the tick contains the counts of every Envoy that counts. If not, there appears to be less
 *     traffic than there is. False if the sender does not provide it
 * @param hosts the counts of each host of the SUT, by host id, if the SUT is several hosts; else empty
 * @param overdue requests that were sent to the SUT and not answered in time
 * @param peerOverdue requests that were sent to the peers and not answered in time
 * @param envoys node ids of the Envoys whose counts of the SUT and of the peers are in the tick, sorted; an id that two
 *     Envoys share is listed twice
 * @param late counts of the SUT in times before this tick that are in no tick, because a batch was late, a part of the
 *     counts was missing, or a verdict was too old to be sent. They are charged as harm and must not be used for
 *     anything else; null if there are none
 */
public record Tick(
        Instant from,
        Instant to,
        double requested,
        double completed,
        double errors,
        LatencyHistogram latency,
        double poolRequested,
        double peerErrors,
        double peerCompleted,
        LatencyHistogram peerLatency,
        @Nullable Double cpu,
        Double stalled,
        Map<String, Double> invalidating,
        Double connectFailures,
        Boolean whole,
        Map<String, HostCounts> hosts,
        Overdue overdue,
        Overdue peerOverdue,
        List<String> envoys,
        @Nullable Late late) {
    public Tick {
        if (!to.isAfter(from)) {
            throw new IllegalArgumentException("a tick from " + from + " to " + to);
        }
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(peerLatency, "peerLatency");
        invalidating = Map.copyOf(invalidating);
        // messages of an older sender lack these fields, and JSON then gives null
        stalled = Objects.requireNonNullElse(stalled, 0.0);
        connectFailures = Objects.requireNonNullElse(connectFailures, 0.0);
        whole = Objects.requireNonNullElse(whole, false);
        hosts = Map.copyOf(Objects.requireNonNullElse(hosts, Map.of()));
        Objects.requireNonNull(overdue, "overdue");
        Objects.requireNonNull(peerOverdue, "peerOverdue");
        envoys = List.copyOf(envoys);
    }

    /** The counts of the SUT, all its hosts together. */
    public HostCounts sut() {
        return new HostCounts(requested, completed, errors, latency, connectFailures, cpu, overdue);
    }

    /** The length of the tick. */
    public Duration length() {
        return Duration.between(from, to);
    }

    /** The length of the tick in seconds. */
    public double lengthSeconds() {
        return length().toNanos() / 1e9;
    }
}
