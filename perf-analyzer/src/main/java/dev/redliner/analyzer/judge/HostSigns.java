package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The last reports about a pool's hosts besides their load: whether each host is still the same one, and whether
 * another owner shifts its traffic. A value without a recent report is absent, which is neither good nor bad news.
 *
 * @param within maximum age of a report
 */
record HostSigns(PoolSamples samples, Watch watch, Instant end, Duration within) {

    /**
     * Near the redline a metrics page may be too slow for some reads. The values that identify a host do not change: a
     * restart appears as a different value at the next read.
     */
    private static final Duration SAME_HOST_WITHIN = Duration.ofSeconds(30);

    /** Every verdict is journalled, and in mode runtime-only each of hundreds of Envoys may hold a share. */
    private static final int MOST_OF_A_SHARE = 5;

    /** The values that do not change while a host of the SUT stays as it is, as {@code <host>/<name>}. */
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
        return newest(MetricNames.FOREIGN_SHARE).entrySet().stream()
                .map(envoy -> envoy.getKey() + ": runtime key " + Pool.runtimeKey(watch.pool()) + " is "
                        + inWords(envoy.getValue()) + " by another layer than Redliner's")
                .toList();
    }

    /** The shares that layers below Redliner's hold, as {@code <source>/<name>}; of each value some Envoys only. */
    Map<String, Double> lowerLayers() {
        var byEnvoy = new TreeMap<>(newest(MetricNames.BASELINE_SHARE));
        var envoys = new HashMap<Double, Integer>();
        byEnvoy.values().removeIf(share -> envoys.merge(share, 1, Integer::sum) > MOST_OF_A_SHARE);
        var named = new TreeMap<String, Double>();
        byEnvoy.forEach((envoy, share) -> named.put(envoy + "/" + MetricNames.BASELINE_SHARE, share));
        return named;
    }

    /** The newest value of a gauge of each Envoy. Each host of the SUT has that of all Envoys. */
    private Map<String, Double> newest(String gauge) {
        var byEnvoy = new TreeMap<String, Double>();
        watch.sut().forEach(host -> byEnvoy.putAll(samples.newest(host, gauge, end, within)));
        return byEnvoy;
    }

    private static String inWords(double share) {
        return share >= 0 && share <= 1 ? Share.ofFraction(share).toString() : "no fraction";
    }

    /** The last reported CPU of the busiest of these hosts; CPU may be sampled less often than requests. */
    OptionalDouble busiest(Collection<String> hosts) {
        return hosts.stream()
                .map(host -> samples.last(host, MetricNames.HOST_CPU, end, within))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    /**
     * The CPU of the hosts that report it, by their means. With few requests a second a single reading may be twice as
     * high as the mean, and the highest reading of many hosts is above the actual use of any of these hosts. For a host
     * with too few readings for a mean, the last reported value counts.
     */
    DoubleSummaryStatistics cpu(Collection<String> hosts, Span over) {
        return hosts.stream()
                .map(host -> {
                    OptionalDouble mean = samples.plain(host, MetricNames.HOST_CPU, over);
                    return mean.isPresent() ? mean : samples.last(host, MetricNames.HOST_CPU, end, within);
                })
                .flatMapToDouble(OptionalDouble::stream)
                .summaryStatistics();
    }
}
