package dev.redliner.hostmodel;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/**
 * Converts a host model's buckets (a fixed number per octave) to the decimal buckets that the analyzer reads. Each
 * bucket's requests move to the decimal bucket of its middle. The number of requests over the SLO's limit is exact,
 * because the model reports it: exactly that many of the slowest requests go above the limit and all others below.
 */
public final class Buckets {
    private final int perOctave;
    private final int lowestExponent;
    private final Duration limit;
    private final int fastest;
    private final int slowest;

    /**
     * @param perOctave buckets per octave
     * @param lowestExponent the first bucket begins at two to the power of this, ms
     * @param limit the SLO's latency limit
     */
    public Buckets(int perOctave, int lowestExponent, Duration limit) {
        this.perOctave = perOctave;
        this.lowestExponent = lowestExponent;
        this.limit = limit;
        int at = LatencyHistogram.bucketOf(limit);
        // a limit on a bucket's edge divides the buckets exactly; a limit inside of a bucket leaves that bucket empty
        boolean onEdge = Math.abs(LatencyHistogram.lowerSeconds(at) - limit.toNanos() / 1e9) < 1e-12;
        this.fastest = at - 1;
        this.slowest = onEdge ? at : at + 1;
    }

    /** Requests in one of the model's buckets. */
    public record Count(int bucket, long requests) {}

    /**
     * @param ascending counts by bucket, the fastest first
     * @param slow number of requests over the limit
     * @param meanMs mean latency
     */
    public LatencyHistogram decimal(List<Count> ascending, long slow, double meanMs) {
        long left = slow;
        long total = 0;
        var decimal = new TreeMap<Integer, Long>();
        for (int i = ascending.size() - 1; i >= 0; i--) {
            Count count = ascending.get(i);
            int bucket = LatencyHistogram.bucketOf(middle(count.bucket()));
            long above = Math.min(left, count.requests());
            left -= above;
            total += count.requests();
            if (above > 0) {
                decimal.merge(Math.max(bucket, slowest), above, Long::sum);
            }
            if (count.requests() > above) {
                decimal.merge(Math.min(bucket, fastest), count.requests() - above, Long::sum);
            }
        }
        return LatencyHistogram.of(decimal, total * meanMs / 1e3);
    }

    /** A rough histogram without the model's buckets, from a median, a percentile and the count over the limit. */
    public LatencyHistogram rough(long requests, long slow, double p50Ms, double tailMs, double meanMs) {
        var decimal = new TreeMap<Integer, Long>();
        long fast = requests - slow;
        long half = Math.min(fast, requests / 2);
        put(decimal, Math.min(fastest, bucketOf(p50Ms)), half);
        put(decimal, Math.min(fastest, bucketOf((p50Ms + Math.min(tailMs, limit.toNanos() / 1e6)) / 2)), fast - half);
        put(decimal, Math.max(slowest, bucketOf(tailMs)), slow);
        return LatencyHistogram.of(decimal, requests * meanMs / 1e3);
    }

    private static void put(TreeMap<Integer, Long> decimal, int bucket, long requests) {
        if (requests > 0) {
            decimal.merge(bucket, requests, Long::sum);
        }
    }

    private static int bucketOf(double ms) {
        return LatencyHistogram.bucketOf(Duration.ofNanos(Math.round(ms * 1e6)));
    }

    private Duration middle(int bucket) {
        return Duration.ofNanos(Math.round(1e6 * Math.sqrt(lowerMs(bucket) * lowerMs(bucket + 1))));
    }

    private double lowerMs(int bucket) {
        int octave = Math.floorDiv(bucket, perOctave);
        return Math.pow(2, lowestExponent + octave) * (1 + Math.floorMod(bucket, perOctave) / (double) perOctave);
    }
}
