package dev.redliner.contracts.sample;

import java.time.Duration;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts of requests by duration, in decimal buckets of two significant digits: bucket {@code (e + 6) * 90 + (m - 10)}
 * covers {@code [m/10, (m+1)/10) * 10^e} seconds, {@code m} from 10 to 99. Histograms of one scale can be added, so
 * percentiles are taken of sums and are never averaged.
 *
 * <p>The buckets are those of Envoy's own histograms. Limits of two significant digits (200 ms, 85 ms, 1.5 s) lie on
 * bucket edges, so {@link #over} is exact for them. Histograms of other resolutions, such as those of Envoy's page for
 * Prometheus, are brought to these buckets, and are off by as much as their own buckets are wide.
 *
 * @param buckets the buckets with at least one request, ascending
 * @param counts requests in each of these buckets, at least 1
 * @param sumSeconds sum of the latencies in seconds; approximate if the source has only buckets
 */
public record LatencyHistogram(int[] buckets, long[] counts, double sumSeconds) {
    private static final int PER_DECADE = 90;
    private static final int LOWEST_EXPONENT = -6;
    private static final int HIGHEST_EXPONENT = 5;

    /** Number of buckets, numbered from 0 to one less than this: from 1 µs to about eleven days. */
    public static final int BUCKETS = (HIGHEST_EXPONENT - LOWEST_EXPONENT + 1) * PER_DECADE;

    public static final LatencyHistogram EMPTY = new LatencyHistogram(new int[0], new long[0], 0);

    public LatencyHistogram {
        if (buckets.length != counts.length) {
            throw new IllegalArgumentException(buckets.length + " buckets but " + counts.length + " counts");
        }
        buckets = buckets.clone();
        counts = counts.clone();
        for (int i = 0; i < buckets.length; i++) {
            if (buckets[i] < 0 || buckets[i] >= BUCKETS || (i > 0 && buckets[i] <= buckets[i - 1])) {
                throw new IllegalArgumentException("bucket " + buckets[i] + " out of range or order");
            }
            if (counts[i] < 1) {
                throw new IllegalArgumentException("count " + counts[i] + " in bucket " + buckets[i]);
            }
        }
        if (!(sumSeconds >= 0) || Double.isInfinite(sumSeconds)) {
            throw new IllegalArgumentException("sumSeconds " + sumSeconds);
        }
    }

    /** The bucket of a latency. A latency below 1 µs counts as 1 µs; one above the scale falls into the last bucket. */
    public static int bucketOf(Duration latency) {
        long nanos = Math.max(1_000, latency.toNanos());
        long scale = 100;
        int exponent = LOWEST_EXPONENT;
        while (nanos >= scale * 100) {
            scale *= 10;
            exponent++;
        }
        int bucket = (exponent - LOWEST_EXPONENT) * PER_DECADE + (int) (nanos / scale) - 10;
        return Math.min(bucket, BUCKETS - 1);
    }

    /** The lower edge of a bucket in seconds. */
    public static double lowerSeconds(int bucket) {
        int exponent = bucket / PER_DECADE + LOWEST_EXPONENT;
        int mantissa = bucket % PER_DECADE + 10;
        // dividing by a whole power of ten gives the nearest double to the decimal; multiplying by 1e-3 would not
        return exponent - 1 < 0 ? mantissa / Math.pow(10, 1 - exponent) : mantissa * Math.pow(10, exponent - 1);
    }

    /** The upper edge of a bucket in seconds, exclusive. */
    public static double upperSeconds(int bucket) {
        return lowerSeconds(bucket + 1);
    }

    /** The middle of a bucket in seconds. */
    public static double middleSeconds(int bucket) {
        return (lowerSeconds(bucket) + upperSeconds(bucket)) / 2;
    }

    /** A histogram of counts by bucket; buckets with zero requests are left out. */
    public static LatencyHistogram of(SortedMap<Integer, Long> countByBucket, double sumSeconds) {
        int[] buckets = new int[countByBucket.size()];
        long[] counts = new long[countByBucket.size()];
        int size = 0;
        for (var entry : countByBucket.entrySet()) {
            if (entry.getValue() != 0) {
                buckets[size] = entry.getKey();
                counts[size++] = entry.getValue();
            }
        }
        return new LatencyHistogram(Arrays.copyOf(buckets, size), Arrays.copyOf(counts, size), sumSeconds);
    }

    /** Number of buckets with at least one request. */
    public int size() {
        return buckets.length;
    }

    /** Number of requests. */
    public long count() {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        return total;
    }

    /** The sum of both histograms. */
    public LatencyHistogram plus(LatencyHistogram other) {
        if (other.buckets.length == 0) {
            return this;
        }
        var sum = new TreeMap<Integer, Long>();
        for (int i = 0; i < buckets.length; i++) {
            sum.put(buckets[i], counts[i]);
        }
        for (int i = 0; i < other.buckets.length; i++) {
            sum.merge(other.buckets[i], other.counts[i], Long::sum);
        }
        return of(sum, sumSeconds + other.sumSeconds);
    }

    /** This histogram without the given number of slowest requests. */
    public LatencyHistogram withoutSlowest(long number) {
        if (number <= 0) {
            return this;
        }
        var rest = new TreeMap<Integer, Long>();
        double seconds = sumSeconds;
        long more = number;
        for (int i = buckets.length - 1; i >= 0; i--) {
            long gone = Math.min(more, counts[i]);
            more -= gone;
            seconds -= gone * lowerSeconds(buckets[i]);
            rest.put(buckets[i], counts[i] - gone);
        }
        return of(rest, Math.max(0, seconds));
    }

    /**
     * Number of requests that took longer than the limit. If the limit is inside a bucket, the bucket's requests are
     * assumed to be spread evenly and the part above the limit is counted.
     */
    public double over(Duration limit) {
        double limitSeconds = limit.toNanos() / 1e9;
        int at = bucketOf(limit);
        double over = 0;
        for (int i = 0; i < buckets.length; i++) {
            if (buckets[i] > at) {
                over += counts[i];
            } else if (buckets[i] == at) {
                double lower = lowerSeconds(at);
                double upper = upperSeconds(at);
                over += counts[i] * Math.min(1, Math.max(0, (upper - limitSeconds) / (upper - lower)));
            }
        }
        return over;
    }

    /**
     * The latency in seconds that the given fraction of the requests did not exceed, interpolated inside its bucket.
     *
     * @throws IllegalStateException if the histogram is empty: a percentile without requests is not a number
     */
    public double quantileSeconds(double fraction) {
        long total = count();
        if (total == 0) {
            throw new IllegalStateException("no quantile of an empty histogram");
        }
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction " + fraction + " is not within 0 to 1");
        }
        double rank = fraction * total;
        long below = 0;
        for (int i = 0; i < buckets.length; i++) {
            if (below + counts[i] >= rank) {
                double lower = lowerSeconds(buckets[i]);
                return lower + (upperSeconds(buckets[i]) - lower) * Math.max(0, rank - below) / counts[i];
            }
            below += counts[i];
        }
        return upperSeconds(buckets[buckets.length - 1]);
    }

    /**
     * Mean latency in seconds.
     *
     * @throws IllegalStateException if the histogram is empty
     */
    public double meanSeconds() {
        long total = count();
        if (total == 0) {
            throw new IllegalStateException("no mean of an empty histogram");
        }
        return sumSeconds / total;
    }

    @Override
    public int[] buckets() {
        return buckets.clone();
    }

    @Override
    public long[] counts() {
        return counts.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatencyHistogram that
                && Arrays.equals(buckets, that.buckets)
                && Arrays.equals(counts, that.counts)
                && sumSeconds == that.sumSeconds;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(buckets) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "LatencyHistogram[" + count() + " requests in " + buckets.length + " buckets]";
    }
}
