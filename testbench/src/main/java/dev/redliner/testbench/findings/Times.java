package dev.redliner.testbench.findings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Durations of a repeated operation. */
public final class Times {
    private final List<Double> seconds = new ArrayList<>();

    public void add(Duration time) {
        seconds.add(time.toMillis() / 1e3);
    }

    /** Adds durations in seconds. */
    public void add(List<Double> some) {
        seconds.addAll(some);
    }

    public void add(Times other) {
        seconds.addAll(other.seconds);
    }

    /**
     * The figures of these durations.
     *
     * @param times number of durations
     * @param medianSeconds median, or zero without durations, as are the others
     * @param p99Seconds 99th percentile
     * @param worstSeconds the longest duration
     */
    public record Figures(int times, double medianSeconds, double p99Seconds, double worstSeconds) {}

    public Figures figures() {
        List<Double> sorted = seconds.stream().sorted().toList();
        return new Figures(sorted.size(), quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1));
    }

    /** Returns the smallest duration that at least this fraction of all does not exceed. */
    private static double quantile(List<Double> sorted, double fraction) {
        return sorted.isEmpty() ? 0 : sorted.get(Math.max(0, (int) Math.ceil(fraction * sorted.size()) - 1));
    }
}
