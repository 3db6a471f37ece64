package dev.redliner.contracts.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The signals of a tick: values that explain a result. No rule, no guard and no search uses them.
 *
 * @param from start of the earliest reading of the SUT among them. Hosts are read out of step with the Envoys, so this
 *     may be before the start of the tick
 * @param values the values over the tick, by the names that rules use, rounded to five significant digits: means of
 *     gauges and increases per second of counters. Without a prefix, the mean over the hosts of the SUT; after
 *     {@code peers.}, the mean over the peers; after {@code deps.<name>.}, the value of a dependency. Metrics of Envoys
 *     ({@code envoy.*}) are added over the Envoys first. A signal without a reading in the tick is absent
 */
public record SignalValues(Instant from, Map<String, Double> values) {
    private static final MathContext DIGITS = new MathContext(5);

    public SignalValues {
        Objects.requireNonNull(from, "from");
        values = Map.copyOf(values);
    }

    /** The values with five significant digits, which is what travels and is journalled. */
    public static SignalValues rounded(Instant from, Map<String, Double> values) {
        var rounded = new TreeMap<String, Double>();
        values.forEach((name, value) ->
                rounded.put(name, new BigDecimal(value).round(DIGITS).doubleValue()));
        return new SignalValues(from, rounded);
    }
}
