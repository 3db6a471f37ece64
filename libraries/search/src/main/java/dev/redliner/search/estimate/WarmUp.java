package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval;
import java.util.List;

/**
 * Drops the start of a probe while the host was still warming up. The cut is the one that makes the mean latency of the
 * rest most certain (MSER), and it applies only if the dropped part was slower. A single unlucky second causes no cut.
 * At few requests per second, queues last for seconds by chance, so means are taken over as many seconds.
 */
public final class WarmUp {
    /** Fewer blocks than this do not show where a warm-up ends. */
    private static final int SHORTEST = 8;
    /** One slow block is bad luck and no warm-up. */
    private static final int SHORTEST_CUT = 2;
    /** The dropped part has to be slower by this factor. */
    private static final double SLOWER = 1.05;

    private WarmUp() {}

    /** The seconds without those of the warm-up, oldest first. At most half of them are dropped. */
    public static List<CountInterval> dropped(List<CountInterval> seconds) {
        double rps =
                seconds.stream().mapToDouble(CountInterval::requested).average().orElse(0);
        int block = QueueTime.seconds(rps) - 1;
        double[] means = new double[seconds.size() / block];
        for (int i = 0; i < means.length; i++) {
            means[i] = mean(seconds.subList(i * block, (i + 1) * block));
        }
        if (means.length < SHORTEST
                || Double.isNaN(java.util.Arrays.stream(means).sum())) {
            return seconds;
        }
        int cut = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int drop = 0; drop <= means.length / 2; drop++) {
            double error = variance(means, drop) / (means.length - drop);
            if (error < least) {
                least = error;
                cut = drop;
            }
        }
        boolean slower = cut >= SHORTEST_CUT && mean(means, 0, cut) > SLOWER * mean(means, cut, means.length);
        return slower ? seconds.subList(cut * block, seconds.size()) : seconds;
    }

    /** Mean of the seconds' mean latencies; NaN if a second has none. */
    private static double mean(List<CountInterval> seconds) {
        return seconds.stream()
                        .mapToDouble(s -> s.meanSeconds() == null ? Double.NaN : s.meanSeconds())
                        .sum()
                / seconds.size();
    }

    private static double variance(double[] values, int from) {
        double mean = mean(values, from, values.length);
        double squares = 0;
        for (int i = from; i < values.length; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return squares / (values.length - from);
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }
}
