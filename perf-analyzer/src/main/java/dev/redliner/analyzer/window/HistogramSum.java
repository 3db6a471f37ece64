package dev.redliner.analyzer.window;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.util.Arrays;

/** Adds histograms in place, which is much faster than creating a new one for each sum. */
public final class HistogramSum {
    private final long[] counts = new long[LatencyHistogram.BUCKETS];
    private double sumSeconds;

    /** Adds all requests of a histogram. */
    public void add(LatencyHistogram histogram) {
        int[] buckets = histogram.buckets();
        long[] added = histogram.counts();
        for (int i = 0; i < buckets.length; i++) {
            counts[buckets[i]] += added[i];
        }
        sumSeconds += histogram.sumSeconds();
    }

    /** The sum of all added histograms. */
    public LatencyHistogram total() {
        int[] buckets = new int[counts.length];
        long[] kept = new long[counts.length];
        int size = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            if (counts[bucket] > 0) {
                buckets[size] = bucket;
                kept[size++] = counts[bucket];
            }
        }
        return new LatencyHistogram(Arrays.copyOf(buckets, size), Arrays.copyOf(kept, size), sumSeconds);
    }
}
