package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.contracts.verdict.SignalValues;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Signals over some ticks.
 *
 * @param sums the sum of each signal's values, each times the seconds of its tick, and the sum of these seconds; of a
 *     signal {@linkplain SignalNames#isHighest whose highest reading counts}, that reading over one second
 */
public record SignalSum(Map<String, Weighted> sums) {
    public static final SignalSum NONE = new SignalSum(Map.of());

    /**
     * A weighted sum.
     *
     * @param total sum of the values, each times its seconds
     * @param seconds sum of the seconds
     */
    public record Weighted(double total, double seconds) {
        Weighted plus(Weighted other) {
            return new Weighted(total + other.total, seconds + other.seconds);
        }

        Weighted highest(Weighted other) {
            return other.total / other.seconds > total / seconds ? other : this;
        }
    }

    public SignalSum {
        sums = Collections.unmodifiableMap(sums);
    }

    /** Adds the signals of a tick of this length. */
    public SignalSum plus(SignalValues signals, double seconds) {
        var more = new TreeMap<>(sums);
        signals.values().forEach((name, value) -> {
            if (SignalNames.isHighest(name)) {
                more.merge(name, new Weighted(value, 1), Weighted::highest);
            } else {
                more.merge(name, new Weighted(value * seconds, seconds), Weighted::plus);
            }
        });
        return new SignalSum(more);
    }

    /** The mean, or the highest value, of each signal over the ticks in which it was read, sorted by name. */
    public Map<String, Double> values() {
        var values = new TreeMap<String, Double>();
        sums.forEach((name, sum) -> values.put(name, sum.total() / sum.seconds()));
        return Collections.unmodifiableMap(values);
    }
}
