package dev.redliner.search.evidence;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param slowest the host with that median, if the SUT is several hosts; else null
 * @param byHost requests sent to each host, if the SUT is several hosts; else empty
 * @param cpu fraction of the CPU in use; null if unknown
 * @param available the highest load that could be brought to the SUT in this second, requests per second
 * @param common whether hosts that are not measured suffered too (shared incident). Such a second is no evidence of the
 *     SUT's capacity, but a load that looks dangerous in it is left all the same
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
        @Nullable String slowest,
        Map<String, Double> byHost,
        @Nullable Double cpu,
        double available,
        boolean common) {

    public CountInterval {
        if (!to.isAfter(from)) {
            throw new IllegalArgumentException("a second from " + from + " to " + to);
        }
        counts = List.copyOf(counts);
        gauges = List.copyOf(gauges);
        byHost = Map.copyOf(byHost);
    }

    /** A copy of this second, marked as shared incident. */
    public CountInterval inCommonTrouble() {
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
                slowest,
                byHost,
                cpu,
                available,
                true);
    }

    public double length() {
        return java.time.Duration.between(from, to).toNanos() / 1e9;
    }

    /** Requests sent to the host that a criterion is about. */
    double requested(Criterion criterion) {
        String host = criterion.host();
        return host == null ? requested : byHost.getOrDefault(host, requested);
    }

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

        public boolean latency() {
            return limitSeconds > 0;
        }

        public boolean ofSameHost(@Nullable Criterion other) {
            return other != null && Objects.equals(host, other.host);
        }

        /**
         * How much the two preceding seconds still matter. A queue accumulates the excess load, and slow requests were
         * sent some time earlier. Errors occur at once.
         */
        public double carried() {
            return latency() ? Math.min(0.6, 0.25 + limitSeconds) : 0.1;
        }
    }

    /** Bad requests and the total of all counted requests. */
    public record Count(Criterion criterion, double bad, double total) {}

    /**
     * A plain value that must stay below its limit.
     *
     * @param host the host of the value; null if the SUT is one host
     */
    public record Gauge(String rule, String metric, double value, double limit, @Nullable String host) {
        /** Identifies the gauge. */
        String key() {
            return rule + "/" + metric + (host == null ? "" : "/" + host);
        }
    }
}
