package dev.redliner.collector.sample;

import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.LatencyHistogram;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The contents of a batch while its sources are combined. Each name has one gap: the first reason is kept. */
final class BatchDraft {
    private final Map<String, Double> gauges = new HashMap<>();
    private final Map<String, Double> counters = new HashMap<>();
    private final Map<String, LatencyHistogram> latencies = new HashMap<>();
    private final Map<String, Gap> gaps = new LinkedHashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    void add(Reading reading, Increase increase) {
        reading.gauges().forEach(this::addGauge);
        counters.putAll(increase.counters());
        latencies.putAll(increase.latencies());
        properties.putAll(reading.properties());
        reading.gaps().forEach(gap -> gaps.putIfAbsent(gap.name(), gap));
        increase.gaps().forEach(gap -> gaps.putIfAbsent(gap.name(), gap));
    }

    void missed(String source, String reason) {
        gaps.putIfAbsent(source, new Gap(source, reason));
    }

    private void addGauge(String name, double value) {
        if (Double.isFinite(value)) {
            gauges.put(name, value);
        } else {
            missed(name, Increase.notANumber(value));
        }
    }

    Map<String, Double> gauges() {
        return gauges;
    }

    Map<String, Double> counters() {
        return counters;
    }

    Map<String, LatencyHistogram> latencies() {
        return latencies;
    }

    Map<String, String> properties() {
        return properties;
    }

    List<Gap> gaps() {
        return List.copyOf(gaps.values());
    }
}
