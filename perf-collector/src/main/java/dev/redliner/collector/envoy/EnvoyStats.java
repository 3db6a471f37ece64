package dev.redliner.collector.envoy;

import dev.redliner.collector.sample.ReadFailed;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Envoy's statistics by their full names. With {@code usedonly} Envoy omits counters that never counted; these are zero
 * if the cluster itself exists.
 *
 * @param values counters and gauges
 * @param latencies histograms of ms, as totals by bucket of {@link dev.redliner.contracts.sample.LatencyHistogram}
 */
record EnvoyStats(Map<String, Double> values, Map<String, SortedMap<Integer, Long>> latencies) {
    private static final JsonMapper JSON = new JsonMapper();

    EnvoyStats {
        values = Map.copyOf(values);
        latencies = Map.copyOf(latencies);
    }

    /** @throws ReadFailed if the text is not an answer to {@code /stats?format=json&histogram_buckets=detailed} */
    static EnvoyStats parse(String json) throws ReadFailed {
        JsonNode stats;
        try {
            stats = JSON.readTree(json).path("stats");
        } catch (JacksonException e) {
            throw new ReadFailed("not JSON: " + e.getOriginalMessage(), e);
        }
        if (!stats.isArray()) {
            throw new ReadFailed("not an Envoy's statistics");
        }
        var values = new HashMap<String, Double>();
        var latencies = new HashMap<String, SortedMap<Integer, Long>>();
        for (JsonNode stat : stats) {
            if (stat.path("value").isNumber()) {
                values.put(stat.path("name").asString(), stat.path("value").asDouble());
            }
            for (JsonNode histogram : stat.path("histograms").path("details")) {
                latencies.put(histogram.path("name").asString(), buckets(histogram.path("totals")));
            }
        }
        return new EnvoyStats(values, latencies);
    }

    OptionalDouble value(String name) {
        Double value = values.get(name);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    double valueOrZero(String name) {
        return values.getOrDefault(name, 0.0);
    }

    private static SortedMap<Integer, Long> buckets(JsonNode totals) {
        var counts = new TreeMap<Integer, Long>();
        for (JsonNode bin : totals) {
            int bucket = EnvoyBins.bucketOf(
                    bin.path("lower_bound").asDouble(), bin.path("width").asDouble());
            counts.merge(bucket, bin.path("count").asLong(), Long::sum);
        }
        return counts;
    }
}
