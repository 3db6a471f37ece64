package dev.redliner.search;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * About one second of the SUT under the planned load. If the SUT is several hosts, a value that is not broken down by
 * host is that of an average host (requests) or of the worst host (latency, CPU).
 *
 * @param from its start
 * @param to its end
 * @param requested requests sent to the SUT
 * @param completed requests that the SUT answered
 * @param counts bad requests by criterion
 * @param gauges plain values by rule
 * @param p50Seconds median latency; null without any response
 * @param p99Seconds 99th percentile; null without any response
 * @param meanSeconds mean latency; null without any response
 * @param latencies the answered requests by latency, if the SUT is one host; else {@link LatencyCounts#NONE}
 * @param slowest the host with that median, if the SUT is several hosts; else null
 * @param byHost requests sent to each host, if the SUT is several hosts; else empty
 * @param cpu fraction of the CPU in use; null if unknown
 * @param available the highest load that could be brought to the SUT in this second, requests per second
 * @param common whether hosts that are not measured suffered too (shared incident). Such a second is no evidence of the
 *     SUT's capacity, but a load that looks dangerous in it is left all the same
 * @param held ids of the rules without counts and plain values that hold at this load
 */
public record CountInterval(
        Instant from,
        Instant to,
        double requested,
        double completed,
        List<Count> counts,
        List<Gauge> gauges,
        @Nullable Double p50Seconds,
        @Nullable Double p99Seconds,
        @Nullable Double meanSeconds,
        LatencyCounts latencies,
        @Nullable String slowest,
        Map<String, Double> byHost,
        @Nullable Double cpu,
        double available,
        boolean common,
        Set<String> held) {
    private static final double NANOS_OF_SECOND = 1e9;

    public CountInterval {
        if (!to.isAfter(from)) {
            throw new IllegalArgumentException("a second from " + from + " to " + to);
        }
        Objects.requireNonNull(latencies, "latencies");
        counts = List.copyOf(counts);
        gauges = List.copyOf(gauges);
        byHost = Map.copyOf(byHost);
        held = Set.copyOf(held);
    }

    /** A copy of this second, marked as shared incident. */
    public CountInterval inSharedIncident() {
        return with(true, held);
    }

    /** A copy of this second with other {@link #held} rules. */
    public CountInterval holding(Set<String> rules) {
        return with(common, rules);
    }

    private CountInterval with(boolean shared, Set<String> rules) {
        return new CountInterval(
                from,
                to,
                requested,
                completed,
                counts,
                gauges,
                p50Seconds,
                p99Seconds,
                meanSeconds,
                latencies,
                slowest,
                byHost,
                cpu,
                available,
                shared,
                rules);
    }

    /** Its length in seconds. */
    public double length() {
        return Duration.between(from, to).toNanos() / NANOS_OF_SECOND;
    }

    /** Whether the second has counts or a plain value of a rule. */
    public boolean hasNumbersOf(String rule) {
        return counts.stream().anyMatch(count -> count.criterion().rule().equals(rule))
                || gauges.stream().anyMatch(gauge -> gauge.rule().equals(rule));
    }

    /** Requests sent to the host that a criterion is about. */
    public double requested(Criterion criterion) {
        String host = criterion.host();
        return host == null ? requested : byHost.getOrDefault(host, requested);
    }

    /** The count of a criterion; zero of zero requests if there is none. */
    public Count count(Criterion criterion) {
        for (Count count : counts) {
            if (count.criterion().equals(criterion)) {
                return count;
            }
        }
        return new Count(criterion, 0, 0);
    }

    /**
     * A limit on bad requests: {@code latency.p99 <= 200ms} allows one in a hundred requests to be slower.
     *
     * @param rule the rule's id
     * @param metric such as {@code latency.p99}
     * @param allowed fraction of requests that may be bad, above 0 and below 1
     * @param limitSeconds the latency limit; 0 for errors
     * @param host the host whose requests are counted; null if the SUT is one host
     */
    public record Criterion(String rule, String metric, double allowed, double limitSeconds, @Nullable String host) {
        /** A criterion of a SUT that is one host. */
        public Criterion(String rule, String metric, double allowed, double limitSeconds) {
            this(rule, metric, allowed, limitSeconds, null);
        }

        public Criterion {
            Objects.requireNonNull(rule, "rule");
            if (!(allowed > 0 && allowed < 1)) {
                throw new IllegalArgumentException("allowed fraction " + allowed + " of rule " + rule);
            }
        }

        /** Whether both count the same requests as bad. Two rules with one limit may differ in their windows alone. */
        public boolean countsAs(Criterion other) {
            return metric.equals(other.metric)
                    && allowed == other.allowed
                    && limitSeconds == other.limitSeconds
                    && Objects.equals(host, other.host);
        }

        /** Whether it limits a latency. It limits errors otherwise. */
        public boolean latency() {
            return limitSeconds > 0;
        }
    }

    /** Bad requests and the total of all counted requests. */
    public record Count(Criterion criterion, double bad, double total) {}

    /**
     * A plain value that must stay below its limit.
     *
     * @param host the host of the value; null if the SUT is one host
     */
    public record Gauge(String rule, String metric, double value, double limit, @Nullable String host) {}
}
