package dev.redliner.collector.envoy;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Turns the counts of a histogram since the start into ones of which none falls. Envoy computes a native histogram from
 * bins with other limits, and rounds how many values are below each limit. That number never falls, but the count of a
 * bucket, the difference of two such numbers, falls by one now and then while requests are added. Here it keeps its count
 * until the number at its upper limit has caught up.
 */
final class RisingBuckets {
    private SortedMap<Integer, Long> risen = new TreeMap<>();
    private long count;

    /**
     * Takes the next counts, in the order of the reads.
     *
     * @return the counts by bucket, of which none is lower than before, unless all begin anew
     */
    SortedMap<Integer, Long> next(SortedMap<Integer, Long> counts) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        var next = new TreeMap<Integer, Long>();
        SortedMap<Integer, Long> before = all < count ? new TreeMap<>() : risen;
        var buckets = new TreeSet<>(counts.keySet());
        buckets.addAll(before.keySet());
        long below = 0;
        long risenBelow = 0;
        for (int bucket : buckets) {
            below += counts.getOrDefault(bucket, 0L);
            long least = before.getOrDefault(bucket, 0L);
            long now = Math.max(least, below - risenBelow);
            next.put(bucket, now);
            risenBelow += now;
        }
        count = all;
        risen = next;
        return next;
    }
}
