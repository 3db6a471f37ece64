package dev.redliner.collector.envoy;

import static dev.redliner.contracts.sample.MetricNames.FOREIGN_NO_FRACTION;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.sample.MetricNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the layers of an Envoy's runtime that hold a share, in the answer of {@code /runtime}. */
final class RuntimeShare {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern NUMERATOR = Pattern.compile("numerator\\D+(\\d{1,9})");

    private RuntimeShare() {}

    /**
     * The shares that other layers than Redliner's hold, as fractions by the names of their gauges:
     *
     * <ul>
     *   <li>{@link MetricNames#FOREIGN_SHARE}, which takes precedence over Redliner's, or
     *       {@link MetricNames#FOREIGN_NO_FRACTION},
     *   <li>{@link MetricNames#BASELINE_SHARE}, over which Redliner's takes precedence. Without a fraction there, the
     *       baseline is the default of the route.
     * </ul>
     *
     * @throws ReadFailed if the answer is not that of a runtime, or has no layer of Redliner's
     */
    static Map<String, Double> gauges(String json, String key) throws ReadFailed {
        JsonNode runtime = parse(json);
        int own = names(runtime).indexOf(EnvoySettings.RUNTIME_LAYER);
        if (own < 0) {
            throw new ReadFailed("the Envoy has no runtime layer " + EnvoySettings.RUNTIME_LAYER);
        }
        JsonNode values = runtime.path("entries").path(key).path("layer_values");
        var gauges = new HashMap<String, Double>();
        highest(values, own + 1, values.size()).ifPresent(share -> gauges.put(MetricNames.FOREIGN_SHARE, share));
        highest(values, 0, own).stream()
                .filter(share -> share != FOREIGN_NO_FRACTION)
                .forEach(share -> gauges.put(MetricNames.BASELINE_SHARE, share));
        return gauges;
    }

    /** The share that the highest of some layers holds; empty if none of these layers holds one. */
    private static OptionalDouble highest(JsonNode values, int from, int to) {
        for (int layer = to - 1; layer >= from; layer--) {
            String value = values.path(layer).asString("");
            if (!value.isEmpty()) {
                return OptionalDouble.of(fraction(value));
            }
        }
        return OptionalDouble.empty();
    }

    private static JsonNode parse(String json) throws ReadFailed {
        try {
            return JSON.readTree(json);
        } catch (JacksonException e) {
            throw new ReadFailed("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static List<String> names(JsonNode runtime) throws ReadFailed {
        JsonNode layers = runtime.path("layers");
        if (!layers.isArray()) {
            throw new ReadFailed("not an Envoy's runtime");
        }
        var names = new ArrayList<String>();
        layers.forEach(layer -> names.add(layer.asString("")));
        return names;
    }

    /** Interprets the value as Envoy does: a number is a percentage, and a value with a numerator is a fraction. */
    static double fraction(String value) {
        Matcher numerator = NUMERATOR.matcher(value);
        if (numerator.find()) {
            return Math.min(1, Double.parseDouble(numerator.group(1)) / denominator(value));
        }
        try {
            double percent = Math.floor(Double.parseDouble(value.strip()));
            return percent >= 0 ? Math.min(1, percent / 100) : FOREIGN_NO_FRACTION;
        } catch (NumberFormatException e) {
            return FOREIGN_NO_FRACTION;
        }
    }

    private static double denominator(String value) {
        if (value.contains("TEN_THOUSAND")) {
            return 10_000;
        }
        return value.contains("MILLION") ? 1_000_000 : 100;
    }
}
