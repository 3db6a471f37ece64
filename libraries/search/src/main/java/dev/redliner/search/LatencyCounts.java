package dev.redliner.search;

import java.util.Arrays;

/**
 * The answered requests of a second by latency.
 *
 * @param fromSeconds lower edge of each bucket, ascending
 * @param toSeconds upper edge of each bucket
 * @param counts requests in each bucket
 */
public record LatencyCounts(double[] fromSeconds, double[] toSeconds, double[] counts) {
    /** No answered request, or no histogram. */
    public static final LatencyCounts NONE = new LatencyCounts(new double[0], new double[0], new double[0]);

    public LatencyCounts {
        if (fromSeconds.length != counts.length || toSeconds.length != counts.length) {
            throw new IllegalArgumentException(
                    fromSeconds.length + " and " + toSeconds.length + " edges but " + counts.length + " counts");
        }
        fromSeconds = fromSeconds.clone();
        toSeconds = toSeconds.clone();
        counts = counts.clone();
        for (int i = 0; i < counts.length; i++) {
            if (!(toSeconds[i] > fromSeconds[i]) || !(counts[i] >= 0)) {
                throw new IllegalArgumentException(
                        counts[i] + " requests from " + fromSeconds[i] + " to " + toSeconds[i] + " s");
            }
        }
    }

    /** Number of buckets. */
    public int size() {
        return counts.length;
    }

    /** Requests in a bucket. */
    public double count(int bucket) {
        return counts[bucket];
    }

    /** Lower edge of a bucket in seconds. */
    public double from(int bucket) {
        return fromSeconds[bucket];
    }

    /** Upper edge of a bucket in seconds. */
    public double to(int bucket) {
        return toSeconds[bucket];
    }

    /** All answered requests. */
    public double total() {
        return Arrays.stream(counts).sum();
    }

    /** Requests slower than this many seconds. The requests of a bucket are spread evenly. */
    public double over(double seconds) {
        double over = 0;
        for (int i = 0; i < counts.length; i++) {
            if (fromSeconds[i] >= seconds) {
                over += counts[i];
            } else if (toSeconds[i] > seconds) {
                over += counts[i] * ((toSeconds[i] - seconds) / (toSeconds[i] - fromSeconds[i]));
            }
        }
        return over;
    }

    @Override
    public double[] fromSeconds() {
        return fromSeconds.clone();
    }

    @Override
    public double[] toSeconds() {
        return toSeconds.clone();
    }

    @Override
    public double[] counts() {
        return counts.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatencyCounts that
                && Arrays.equals(fromSeconds, that.fromSeconds)
                && Arrays.equals(toSeconds, that.toSeconds)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(
                new int[] {Arrays.hashCode(fromSeconds), Arrays.hashCode(toSeconds), Arrays.hashCode(counts)});
    }

    @Override
    public String toString() {
        return "LatencyCounts[" + total() + " requests in " + counts.length + " buckets]";
    }
}
