package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.SignalValues;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Signals over some ticks.
 *
 * @param sums the sum of each signal's values, each times the seconds of its tick, and the sum of these seconds
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
    }

    public SignalSum {
        sums = Collections.unmodifiableMap(sums);
    }

    /** Adds the signals of a tick of this length. */
    public SignalSum plus(SignalValues signals, double seconds) {
        var more = new TreeMap<>(sums);
        signals.values()
                .forEach((name, value) -> more.merge(name, new Weighted(value * seconds, seconds), Weighted::plus));
        return new SignalSum(more);
    }

    /** The mean of each signal over the ticks in which it was read, sorted by name. */
    public Map<String, Double> means() {
        var means = new TreeMap<String, Double>();
        sums.forEach((name, sum) -> means.put(name, sum.total() / sum.seconds()));
        return Collections.unmodifiableMap(means);
    }
}
