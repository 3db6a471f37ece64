package dev.redliner.contracts.verdict;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What happened since the verdict before: the counts that a search needs, which windows would smear.
 *
 * @param from start of the interval, event time
 * @param to its end
 * @param requested requests sent to the SUT
 * @param completed requests the SUT answered
 * @param errors failures among them
 * @param latency of the answered requests
 * @param poolRequested requests sent to the whole pool, the SUT included
 * @param peerErrors failures at the peers
 * @param peerCompleted requests the peers answered
 * @param peerLatency of the requests the peers answered
 * @param cpu fraction of the SUT's CPU in use; null if nobody reported it
 * @param stalled seconds for which the machine of the SUT stood still, or those from which the Envoys are read, on average;
 *     zero without a report
 * @param invalidating what makes the step invalid: counters that grew, with by how much, and gauges above zero with the
 *     highest value
 * @param connectFailures connections to the SUT that failed or could not be made in time; 0 if the sender does not know it
 * @param whole whether the counts of every Envoy that counts are in it: if not, there seems to be less traffic than there
 *     is. False if the sender does not know it
 * @param hosts what of it each host of the SUT did, by its id, if the SUT is several; else empty
 * @param overdue requests that were sent to the SUT and not answered in time
 * @param peerOverdue the same of the peers
 * @param envoys node ids of the Envoys whose counts of the SUT and of the peers are in it, sorted; an id that two
 *     Envoys have is in it twice
 * @param late counts of the SUT in times before this tick that no tick has, because a batch was late, a part of the
 *     counts was missing, or a verdict was too old to be sent: harm is charged for them, and nothing else may use them;
 *     null if there are none
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
        // an older sender has no such fields, and JSON then gives null
        stalled = Objects.requireNonNullElse(stalled, 0.0);
        connectFailures = Objects.requireNonNullElse(connectFailures, 0.0);
        whole = Objects.requireNonNullElse(whole, false);
        hosts = Map.copyOf(Objects.requireNonNullElse(hosts, Map.of()));
        Objects.requireNonNull(overdue, "overdue");
        Objects.requireNonNull(peerOverdue, "peerOverdue");
        envoys = List.copyOf(envoys);
    }

    /** What the SUT did, all of its hosts together. */
    public HostCounts sut() {
        return new HostCounts(requested, completed, errors, latency, connectFailures, cpu, overdue);
    }

    /** Its length. */
    public Duration length() {
        return Duration.between(from, to);
    }

    /** Its length in seconds. */
    public double lengthSeconds() {
        return length().toNanos() / 1e9;
    }
}
