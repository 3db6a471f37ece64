package dev.redliner.controller.search;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * About one second of the SUT under the planned load.
 *
 * @param from its start
 * @param to its end
 * @param requested requests sent to the SUT
 * @param completed requests it answered
 * @param counts bad requests by criterion
 * @param gauges plain values by rule
 * @param p50Seconds median latency; null if nothing was answered
 * @param p99Seconds 99th percentile; null if nothing was answered
 * @param meanSeconds mean latency; null if nothing was answered
 * @param cpu fraction of the SUT's CPU in use; null if unknown
 * @param available the load that could be brought to the SUT just now at most, requests per second
 * @param common whether hosts that are not measured suffered too, so that it says nothing of the SUT's capacity: it is no
 *     evidence, but a load that looks dangerous in it is left all the same
 */
public record Second(
        Instant from,
        Instant to,
        double requested,
        double completed,
        List<Count> counts,
        List<Gauge> gauges,
        @Nullable Double p50Seconds,
        @Nullable Double p99Seconds,
        @Nullable Double meanSeconds,
        @Nullable Double cpu,
        double available,
        boolean common) {

    public Second {
        if (!to.isAfter(from)) {
            throw new IllegalArgumentException("a second from " + from + " to " + to);
        }
        counts = List.copyOf(counts);
        gauges = List.copyOf(gauges);
    }

    /** The same, known to be trouble that all hosts have in common. */
    public Second inCommonTrouble() {
        return new Second(
                from,
                to,
                requested,
                completed,
                counts,
                gauges,
                p50Seconds,
                p99Seconds,
                meanSeconds,
                cpu,
                available,
                true);
    }

    double length() {
        return java.time.Duration.between(from, to).toNanos() / 1e9;
    }

    Count count(Criterion criterion) {
        for (Count count : counts) {
            if (count.criterion().equals(criterion)) {
                return count;
            }
        }
        return new Count(criterion, 0, 0);
    }

    /**
     * What is counted against a limit: {@code latency.p99 <= 200ms} allows one in a hundred requests to be slower.
     *
     * @param rule the rule's id
     * @param metric such as {@code latency.p99}
     * @param allowed fraction of requests that may be bad, above 0 and below 1
     * @param limitSeconds the latency limit; 0 for errors
     */
    public record Criterion(String rule, String metric, double allowed, double limitSeconds) {
        public Criterion {
            Objects.requireNonNull(rule, "rule");
            if (!(allowed > 0 && allowed < 1)) {
                throw new IllegalArgumentException("allowed fraction " + allowed + " of rule " + rule);
            }
        }

        boolean latency() {
            return limitSeconds > 0;
        }

        /**
         * How much the two seconds before still matter: a queue adds up what was too much, and slow requests were sent a
         * while before. Errors come at once.
         */
        double carried() {
            return latency() ? Math.min(0.6, 0.25 + limitSeconds) : 0.1;
        }
    }

    /** Bad requests of all that were counted. */
    public record Count(Criterion criterion, double bad, double total) {}

    /** A plain value that must stay below its limit. */
    public record Gauge(String rule, String metric, double value, double limit) {}
}
