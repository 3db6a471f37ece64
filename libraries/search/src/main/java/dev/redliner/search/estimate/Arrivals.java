package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval;
import java.util.List;

/** How requests arrive. */
public final class Arrivals {
    /** The assumption of independent arrivals weighs as much as this many observed seconds. */
    private static final double PRIOR = 20;

    /** Arrivals are never taken to be more even than this. */
    private static final double LEAST = 0.2;

    private Arrivals() {}

    /**
     * Variance-to-mean ratio of the arrivals of a second at a SUT of one host: 1 if they are independent. It comes from
     * the differences of consecutive seconds of a probe, so it contains neither slow changes of the traffic nor the
     * pool's load.
     */
    public static double fromSecondToSecond(List<ProbeResult> probes) {
        double squares = PRIOR;
        double seconds = PRIOR;
        for (ProbeResult probe : probes) {
            double mean = probe.load();
            for (int i = 1; i < probe.seconds().size(); i++) {
                CountInterval before = probe.seconds().get(i - 1);
                CountInterval after = probe.seconds().get(i);
                double change = after.requested() / after.length() - before.requested() / before.length();
                double expected = Math.max(1, mean * (1 / before.length() + 1 / after.length()));
                squares += change * change / expected;
                seconds++;
            }
        }
        return squares / seconds;
    }

    /** Variance-to-mean ratio of a second's arrivals at a host, given the pool's load: 1 if they are independent. */
    public static double dispersion(List<ProbeResult> probes) {
        double squares = PRIOR;
        double seconds = PRIOR;
        for (ProbeResult probe : probes) {
            double arrived = probe.seconds().stream()
                    .mapToDouble(CountInterval::requested)
                    .sum();
            double pool = probe.seconds().stream()
                    .mapToDouble(s -> s.available() * s.length())
                    .sum();
            if (!(pool > 0)) {
                continue;
            }
            for (CountInterval second : probe.seconds()) {
                double expected = arrived * second.available() * second.length() / pool;
                // the mean of several hosts varies less than the requests of one host, by a factor of their number
                int hosts = Math.max(1, second.byHost().size());
                squares += hosts * Math.pow(second.requested() - expected, 2) / Math.max(1, expected);
            }
            seconds += probe.seconds().size() - 1;
        }
        return Math.max(LEAST, squares / seconds);
    }
}
