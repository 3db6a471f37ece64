package dev.redliner.search;

import java.util.Arrays;

/**
 * The answered requests of a second by latency.
 *
 * @param upToSeconds upper edge of each bucket, ascending
 * @param counts requests in each bucket. A bucket begins at the edge before it, or a little below its own edge if
 *     no request lies between
 */
public record LatencyCounts(double[] upToSeconds, double[] counts) {
    /** No answered request, or a source without a histogram. */
    public static final LatencyCounts NONE = new LatencyCounts(new double[0], new double[0]);

    public LatencyCounts {
        if (upToSeconds.length != counts.length) {
            throw new IllegalArgumentException(upToSeconds.length + " edges but " + counts.length + " counts");
        }
        upToSeconds = upToSeconds.clone();
        counts = counts.clone();
        for (int i = 0; i < counts.length; i++) {
            if (!(upToSeconds[i] > (i == 0 ? 0 : upToSeconds[i - 1])) || !(counts[i] >= 0)) {
                throw new IllegalArgumentException(counts[i] + " requests up to " + upToSeconds[i] + " s");
            }
        }
    }

    /** All answered requests. */
    public double total() {
        return Arrays.stream(counts).sum();
    }

    @Override
    public double[] upToSeconds() {
        return upToSeconds.clone();
    }

    @Override
    public double[] counts() {
        return counts.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatencyCounts that
                && Arrays.equals(upToSeconds, that.upToSeconds)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(upToSeconds) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "LatencyCounts[" + total() + " requests in " + counts.length + " buckets]";
    }
}
