package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What was last reported of a pool's hosts beside their load: whether they are still the ones they were, and whether
 * somebody else moves their traffic. What nobody reported lately is not there, which is neither good news nor bad.
 *
 * @param within how old it may be
 */
record HostSigns(PoolSamples samples, Watch watch, Instant end, Duration within) {

    /**
     * Near the redline a page may be too slow for every read, and what identifies a host does not change: a restart shows as
     * another value at the next read.
     */
    private static final Duration SAME_HOST_WITHIN = Duration.ofSeconds(30);

    /** A host's samples may be of another moment than those of the Envoys. */
    private static final Duration STALL_WITHIN = Duration.ofSeconds(1);

    /** What never changes while a host of the SUT stays as it is, as {@code <host>/<what>}. */
    Map<String, Double> identity() {
        var identity = new TreeMap<String, Double>();
        for (String host : watch.sut()) {
            for (String what : MetricNames.IDENTITY) {
                samples.highest(host, what, end, SAME_HOST_WITHIN)
                        .ifPresent(value -> identity.put(host + "/" + what, value));
            }
        }
        return identity;
    }

    /** The shares that another layer than Redliner's holds, in words. */
    List<String> foreign() {
        var byEnvoy = new TreeMap<String, Double>();
        watch.sut().forEach(host -> byEnvoy.putAll(samples.newest(host, MetricNames.FOREIGN_SHARE, end, within)));
        return byEnvoy.entrySet().stream()
                .map(envoy -> envoy.getKey() + ": runtime key " + Pool.runtimeKey(watch.pool()) + " is "
                        + inWords(envoy.getValue()) + " by another layer than Redliner's")
                .toList();
    }

    private static String inWords(double share) {
        return share >= 0 && share <= 1 ? Share.ofFraction(share).toString() : "no fraction";
    }

    /** The CPU of the busiest of these hosts as last reported: it may be sampled less often than requests are. */
    OptionalDouble busiest(Collection<String> hosts) {
        return hosts.stream()
                .map(host -> samples.last(host, MetricNames.HOST_CPU, end, within))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    /**
     * How long a machine of these hosts stood still lately, in seconds: the largest value of the hosts; zero without a report.
     *
     * @param interval how often hosts are read
     */
    double stalled(Collection<String> hosts, Duration interval) {
        Duration lately = interval.compareTo(STALL_WITHIN) > 0 ? interval : STALL_WITHIN;
        return hosts.stream()
                .map(host -> samples.plain(host, HostMetrics.STALLED, new Span(end, lately, interval)))
                .flatMapToDouble(OptionalDouble::stream)
                .map(rate -> rate * lately.toNanos() / 1e9)
                .max()
                .orElse(0);
    }

    /**
     * The CPU of the busiest of these hosts, each by its mean: with few requests a second a single reading may be twice as
     * high, and the highest reading of many hosts is higher than any of them is busy. A host that was not read often enough
     * for a mean counts as last reported.
     */
    OptionalDouble busiest(Collection<String> hosts, Span over) {
        return hosts.stream()
                .map(host -> {
                    OptionalDouble mean = samples.plain(host, MetricNames.HOST_CPU, over);
                    return mean.isPresent() ? mean : samples.last(host, MetricNames.HOST_CPU, end, within);
                })
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }
}
