package dev.redliner.collector.scrape;

import dev.redliner.collector.scrape.wire.BucketSpan;
import dev.redliner.collector.scrape.wire.Histogram;
import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The native histograms of a family, added up over their series. Their buckets are exponential: bucket {@code i} holds
 * values above {@code base^(i-1)} and up to {@code base^i}, with the base {@code 2^(2^-schema)}. Its count is put into
 * the decimal bucket of its middle, so that histograms of every schema can be added: this is off by half a bucket at
 * most, which are 2% at schema 4 and 9% at schema 2.
 */
public final class NativeHistogram {
    /** Buckets of a lower schema are 41% wide and more. */
    private static final int LOWEST_SCHEMA = 2;

    private static final int HIGHEST_SCHEMA = 8;
    /** About eleven days, which is the end of the decimal buckets. */
    private static final double MOST_SECONDS = 1e6;

    private final TreeMap<Integer, Long> bySeconds = new TreeMap<>();
    private final double secondsPerUnit;
    private final int leastBucket;

    /** Histograms of seconds. */
    NativeHistogram() {
        this(1, 0);
    }

    /**
     * Histograms of any unit.
     *
     * @param secondsPerUnit the unit of the values
     * @param leastBucket the bucket of {@link LatencyHistogram} for values that the service counts as zero, if it is
     *     above that of the limit up to which it does so
     */
    public NativeHistogram(double secondsPerUnit, int leastBucket) {
        this.secondsPerUnit = secondsPerUnit;
        this.leastBucket = leastBucket;
    }

    /** The counts since the start of the process by bucket of {@link LatencyHistogram}, of values in seconds. */
    public SortedMap<Integer, Long> bySeconds() {
        return bySeconds;
    }

    /**
     * Adds the histogram of a series.
     *
     * @throws IllegalArgumentException if it cannot be read; the sum is then useless
     */
    public void add(Histogram series) {
        int schema = series.getSchema();
        if (schema < LOWEST_SCHEMA || schema > HIGHEST_SCHEMA) {
            throw new IllegalArgumentException("native histogram has the schema " + schema + ", and those from "
                    + LOWEST_SCHEMA + " to " + HIGHEST_SCHEMA + " are read");
        }
        if (series.getSampleCountFloat() > 0) {
            throw new IllegalArgumentException("native histogram has counts that are no whole numbers");
        }
        if (series.getNegativeDeltaCount() > 0) {
            throw new IllegalArgumentException("native histogram has negative values");
        }
        // not lower than they are: a service may count everything below 10 ms as zero
        add(Math.max(leastBucket, bucketOf(series.getZeroThreshold())), series.getZeroCount());
        double width = Math.pow(2, -schema);
        long index = 0;
        long count = 0;
        int next = 0;
        for (BucketSpan span : series.getPositiveSpanList()) {
            index += span.getOffset();
            // a length is unsigned
            for (long i = Integer.toUnsignedLong(span.getLength()); i > 0; i--) {
                if (next == series.getPositiveDeltaCount()) {
                    throw new IllegalArgumentException("native histogram has fewer counts than buckets");
                }
                count = sum(count, series.getPositiveDelta(next++));
                add(bucketOf(Math.pow(2, (index - 0.5) * width)), count);
                index++;
            }
        }
    }

    private void add(int bucket, long count) {
        if (count < 0) {
            throw new IllegalArgumentException("native histogram has a count of " + count);
        }
        bySeconds.merge(bucket, count, NativeHistogram::sum);
    }

    private static long sum(long one, long other) {
        try {
            return Math.addExact(one, other);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("native histogram has counts that are too large", e);
        }
    }

    private int bucketOf(double value) {
        double seconds = value * secondsPerUnit;
        return LatencyHistogram.bucketOf(Duration.ofNanos((long) (Math.min(seconds, MOST_SECONDS) * 1e9)));
    }
}
