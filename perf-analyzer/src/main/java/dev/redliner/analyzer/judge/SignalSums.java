package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SignalNames;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the readings of some metrics, by host, and gives their mean over the hosts, or the highest one.
 *
 * @see SignalNames#isHighest
 */
final class SignalSums {
    private final List<String> names;
    private final Map<String, Map<String, Sum>> byHost = new TreeMap<>();

    /** Readings of one metric at one host. */
    private static final class Sum {
        private double weighted;
        private double seconds;
        private double highest = Double.NEGATIVE_INFINITY;

        void add(double increaseOrProduct, double duration) {
            weighted += increaseOrProduct;
            seconds += duration;
            highest = Math.max(highest, increaseOrProduct / duration);
        }

        double mean() {
            return weighted / seconds;
        }

        double highest() {
            return highest;
        }
    }

    SignalSums(List<String> names) {
        this.names = names;
    }

    /**
     * Adds a batch.
     *
     * @param prefix the prefix of its signals
     * @return whether it holds one of the metrics
     */
    boolean add(String prefix, String host, SampleBatch batch) {
        boolean any = false;
        for (String name : names) {
            Double increaseOrProduct = overInterval(name, batch);
            if (increaseOrProduct != null) {
                byHost.computeIfAbsent(prefix + name, unused -> new TreeMap<>())
                        .computeIfAbsent(host, unused -> new Sum())
                        .add(increaseOrProduct, seconds(batch));
                any = true;
            }
        }
        return any;
    }

    /** The means over the hosts, or the highest readings, by prefix and name. */
    Map<String, Double> values() {
        var values = new TreeMap<String, Double>();
        byHost.forEach((name, hosts) -> values.put(name, overHosts(name, hosts.values())));
        return values;
    }

    private static double overHosts(String name, Collection<Sum> hosts) {
        return SignalNames.isHighest(name)
                ? hosts.stream().mapToDouble(Sum::highest).max().orElseThrow()
                : hosts.stream().mapToDouble(Sum::mean).average().orElseThrow();
    }

    /** A gauge's mean weighted by the intervals, or a counter's increase per second, over some batches that hold it. */
    static double mean(String name, List<SampleBatch> batches) {
        double weighted = 0;
        double seconds = 0;
        for (SampleBatch batch : batches) {
            Double increaseOrProduct = overInterval(name, batch);
            weighted += increaseOrProduct == null ? 0 : increaseOrProduct;
            seconds += increaseOrProduct == null ? 0 : seconds(batch);
        }
        return weighted / seconds;
    }

    /** A gauge times the seconds of its interval, or a counter's increase; null if the batch holds neither. */
    private static @Nullable Double overInterval(String name, SampleBatch batch) {
        Double gauge = batch.gauges().get(name);
        return gauge != null
                ? Double.valueOf(gauge * seconds(batch))
                : batch.counters().get(name);
    }

    private static double seconds(SampleBatch batch) {
        return batch.interval().toNanos() / 1e9;
    }
}
