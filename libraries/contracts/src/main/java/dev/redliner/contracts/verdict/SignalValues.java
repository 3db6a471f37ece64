package dev.redliner.contracts.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The signals of a tick: values that explain a result. No rule and no search uses them. Of the guards, one reads
 * {@link dev.redliner.contracts.sample.MetricNames#ENVOY_BUSY}.
 *
 * @param from start of the earliest reading of the SUT among them. Hosts are read out of step with the Envoys, so this
 *     may be before the start of the tick
 * @param pairs by the name that rules use without prefix, the mean over the hosts of the SUT, and after it the mean over
 *     the peers if it is known; rounded to five significant digits. Gauges are means over the tick, counters are
 *     increases per second, and of {@linkplain dev.redliner.contracts.sample.SignalNames#isHighest some} the highest
 *     reading of the hosts counts. Metrics of Envoys ({@code envoy.*}) are added over the Envoys first. A signal without a
 *     reading of the SUT in the tick is absent. Names are written once, because each verdict is journalled
 */
public record SignalValues(Instant from, Map<String, List<Double>> pairs) {
    private static final MathContext DIGITS = new MathContext(5);
    private static final double LARGEST = 1e300;
    private static final String PEERS = "peers.";

    public SignalValues {
        Objects.requireNonNull(from, "from");
        var copies = new TreeMap<String, List<Double>>();
        pairs.forEach((name, pair) -> {
            if (pair.isEmpty() || pair.size() > 2) {
                throw new IllegalArgumentException(name + " has " + pair.size() + " values");
            }
            copies.put(name, List.copyOf(pair));
        });
        pairs = Collections.unmodifiableMap(copies);
    }

    /**
     * The signals with five significant digits, which is what travels and is journalled. A value that is no number, or
     * so large that sums of it are none, is left out.
     *
     * @param values values by name, those of the peers after {@code peers.}
     */
    public static SignalValues rounded(Instant from, Map<String, Double> values) {
        var pairs = new TreeMap<String, List<Double>>();
        values.forEach((name, value) -> {
            if (!name.startsWith(PEERS) && isUsable(value)) {
                double peers = values.getOrDefault(PEERS + name, Double.NaN);
                pairs.put(name, isUsable(peers) ? List.of(round(value), round(peers)) : List.of(round(value)));
            }
        });
        return new SignalValues(from, pairs);
    }

    /** The value of the SUT; null without one. */
    public @Nullable Double ofSut(String name) {
        List<Double> pair = pairs.get(name);
        return pair == null ? null : pair.get(0);
    }

    /** The values by name, those of the peers after {@code peers.}; sorted. */
    public Map<String, Double> values() {
        var values = new TreeMap<String, Double>();
        pairs.forEach((name, pair) -> {
            values.put(name, pair.get(0));
            if (pair.size() > 1) {
                values.put(PEERS + name, pair.get(1));
            }
        });
        return values;
    }

    static boolean isUsable(double value) {
        return Math.abs(value) <= LARGEST;
    }

    static double round(double value) {
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }
}
