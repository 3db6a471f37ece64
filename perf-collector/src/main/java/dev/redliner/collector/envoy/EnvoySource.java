package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.host.Stalls;
import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.http.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An Envoy. Its bootstrap needs {@code stats_flush_on_admin: true}, or its histograms are up to 5 s old.
 *
 * <p>Even with this setting, a request only starts the merge of the workers' histograms and is answered with those of
 * the previous request. Each latency would therefore be a whole interval late. For this reason there are two requests:
 * the first one asks for almost nothing and starts the merge, the second one asks for the statistics. Measured with
 * Envoy 1.40: latencies are then about 10 ms behind the counters.
 */
public final class EnvoySource implements MetricSource {
    private final String name;
    private final Map<String, String> clusterByHost;
    private final Target merge;
    private final StatisticsTarget statistics;
    private final String downstream;
    private final List<EnvoyGauge> gauges;
    private final NodeId node;
    private double uptimeBefore;
    private @Nullable Instant startedAt;

    /**
     * @param clusterByHost the Envoy's cluster of each host
     * @param pool the pool's name, which is also the prefix of the statistics of the Envoy's listener for it
     * @throws ReadFailed if the address is not a valid target
     */
    public EnvoySource(EnvoyAddress address, Map<String, String> clusterByHost, String pool, Targets targets)
            throws ReadFailed {
        this.name = "envoy:" + address.uri();
        this.clusterByHost = Map.copyOf(clusterByHost);
        EnvoyPages pages = address.pages(targets);
        // created first: it throws if the names of two clusters are equal, and no other target is open then
        this.statistics = pages.statistics(this.clusterByHost.values(), pool);
        this.merge = pages.merge();
        this.downstream = "http." + pool + ".downstream_rq_time";
        this.gauges = gauges(pages, Pool.runtimeKey(pool));
        this.node = pages.nodeId();
    }

    private static List<EnvoyGauge> gauges(EnvoyPages pages, String key) throws ReadFailed {
        var workers = new EnvoyGauge(MetricNames.ENVOY_BUSY, pages.workers(), new EnvoyWorkers()::gauges);
        return pages.runtime()
                .map(runtime -> List.of(
                        new EnvoyGauge(MetricNames.FOREIGN_SHARE, runtime, text -> RuntimeShare.gauges(text, key)),
                        workers))
                .orElse(List.of(workers));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> hosts() {
        return clusterByHost.keySet();
    }

    @Override
    public String envoy() {
        return node.id();
    }

    @Override
    public Map<String, Reading> read(Instant at, Duration limit) throws ReadFailed {
        long beganNanos = System.nanoTime();
        merge.get(limit);
        long askedNanos = System.nanoTime();
        Answer answer = statistics.ask(limit.minusNanos(askedNanos - beganNanos));
        long answeredNanos = System.nanoTime();
        EnvoyStats stats = statistics.parse(answer);
        boolean restarted = noteStart(stats, at);
        node.read(at, restarted, limit.minusNanos(System.nanoTime() - beganNanos));
        var readings = new LinkedHashMap<String, Reading>();
        gauges.forEach(gauge ->
                gauge.ask(at, limit.minusNanos(System.nanoTime() - beganNanos).dividedBy(3)));
        clusterByHost.forEach((host, cluster) -> {
            Reading counts = during(askedNanos, answeredNanos, ClusterReading.of(stats, cluster, startedAt));
            boolean peers = host.equals(SampleBatch.PEERS);
            readings.put(host, peers ? counts : ofSut(SutReading.of(counts, stats, cluster), stats));
        });
        return readings;
    }

    /** Adds what concerns the Envoy as a whole. */
    private Reading ofSut(Reading reading, EnvoyStats stats) {
        Reading whole = withDownstream(reading, stats);
        for (EnvoyGauge gauge : gauges) {
            whole = gauge.addTo(whole);
        }
        return whole;
    }

    private Reading withDownstream(Reading reading, EnvoyStats stats) {
        SortedMap<Integer, Long> seen = stats.latencies().get(downstream);
        if (seen == null) {
            return reading;
        }
        var counters = new HashMap<>(reading.counters());
        counters.put(MetricNames.DOWNSTREAM_SECONDS, seconds(seen));
        return new Reading(reading.startedAt(), reading.gauges(), counters, reading.latencies(), reading.gaps());
    }

    /** The sum, by the middles of the buckets as for the latencies of the hosts, so that both differ from exact alike. */
    private static double seconds(SortedMap<Integer, Long> totals) {
        return totals.entrySet().stream()
                .mapToDouble(bucket -> bucket.getValue() * LatencyHistogram.middleSeconds(bucket.getKey()))
                .sum();
    }

    /** Adds the time of the read, because the due time is too inexact for the counters. */
    private static Reading during(long askedNanos, long answeredNanos, Reading reading) {
        var gauges = new HashMap<>(reading.gauges());
        gauges.put(MetricNames.READ_BEGAN, askedNanos / 1e9);
        gauges.put(MetricNames.READ_ENDED, answeredNanos / 1e9);
        var counters = new HashMap<>(reading.counters());
        counters.put(MetricNames.ENVOY_STALLED, Stalls.ofThisProcess().seconds());
        return new Reading(reading.startedAt(), gauges, counters, reading.latencies(), reading.gaps());
    }

    @Override
    public void close() {
        merge.close();
        statistics.close();
        gauges.forEach(EnvoyGauge::close);
        node.close();
    }

    /**
     * Detects a restart of the Envoy. Otherwise an Envoy that restarts under load could count past its old totals
     * unnoticed. The uptime is in whole seconds and as old as the merge, so only a lower value than before proves a
     * restart.
     *
     * @return whether this is a different process from the one that was read before
     */
    private boolean noteStart(EnvoyStats stats, Instant at) {
        double uptime = stats.valueOrZero(StatisticsFilter.UPTIME);
        boolean restarted = startedAt != null && uptime < uptimeBefore;
        if (startedAt == null || restarted) {
            startedAt = at.minusSeconds((long) uptime);
        }
        uptimeBefore = uptime;
        return restarted;
    }
}
