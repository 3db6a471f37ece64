package dev.redliner.collector.envoy;

import dev.redliner.collector.sample.ReadFailed;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
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
public record EnvoyStats(Map<String, Double> values, Map<String, SortedMap<Integer, Long>> latencies) {
    private static final JsonMapper JSON = new JsonMapper();
    /** A count is exact as a double up to 15 digits. */
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]{1,15}");

    public EnvoyStats {
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

    /** The counters and gauges of a page of {@code name: value} lines; other lines are ignored. */
    static EnvoyStats parseText(String page) {
        var values = new HashMap<String, Double>();
        page.lines().forEach(line -> {
            int colon = line.lastIndexOf(": ");
            if (colon > 0
                    && WHOLE_NUMBER
                            .matcher(line)
                            .region(colon + 2, line.length())
                            .matches()) {
                values.put(line.substring(0, colon), Double.parseDouble(line.substring(colon + 2)));
            }
        });
        return new EnvoyStats(values, Map.of());
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
