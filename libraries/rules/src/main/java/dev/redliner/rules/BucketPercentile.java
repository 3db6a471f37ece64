package dev.redliner.rules;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * A percentile of a histogram that a service reports in buckets, such as {@code app.http_server_requests_seconds.p99}.
 * Within a bucket the values are taken as even, so it is exact to the width of the bucket only.
 *
 * @param histogram the name of the histogram, such as {@code app.http_server_requests_seconds}
 * @param fraction the fraction of the values within the percentile
 */
public record BucketPercentile(String histogram, double fraction) {
    /**
     * The value of a percentile that is above the highest limit of the buckets, in the unit of the histogram. It breaks
     * every upper limit, because how far above it is cannot be known. It is no measured value, and two of them are not
     * equal: nothing may be compared with it but a limit.
     */
    private static final double BEYOND = 1e300;

    private static final Map<String, Double> ENDINGS =
            Map.of(".p50", 0.5, ".p90", 0.9, ".p95", 0.95, ".p99", 0.99, ".p999", 0.999);

    private static final List<String> PREFIXES = List.of(RuleNames.APP_PREFIX, "jvm.");
    private static final String BUCKET = "_bucket_le_";
    private static final String SECONDS = "_seconds";
    private static final String INFINITE = "Inf";
    private static final double ROUNDING = 1e-9;

    /** The percentile of this name without a prefix; empty if it is another metric. */
    public static Optional<BucketPercentile> of(String plain) {
        return ENDINGS.entrySet().stream()
                .filter(ending -> plain.endsWith(ending.getKey()))
                .map(ending -> new BucketPercentile(
                        plain.substring(0, plain.length() - ending.getKey().length()), ending.getValue()))
                .filter(percentile -> PREFIXES.stream()
                        .anyMatch(prefix -> percentile.histogram.startsWith(prefix)
                                && percentile.histogram.length() > prefix.length()))
                .findFirst();
    }

    /** The histogram of a bucket; empty if it is another metric. */
    public static Optional<String> histogramOfBucket(String name) {
        int bucket = name.indexOf(BUCKET);
        return bucket <= 0 ? Optional.empty() : Optional.of(name.substring(0, bucket));
    }

    /** Whether a percentile is above the highest limit of the buckets, and how far is not known. */
    public static boolean isBeyond(double value) {
        return value >= BEYOND;
    }

    /** Whether the values are seconds, by the name that Prometheus recommends. */
    boolean isDuration() {
        return histogram.endsWith(SECONDS);
    }

    /** The beginning of the names of the buckets. */
    public String bucketPrefix() {
        return histogram + BUCKET;
    }

    /**
     * The limit of a bucket by its name, such as 0.5 of {@code app.x_bucket_le_0_5} and 0.00001 of
     * {@code app.x_bucket_le_1e_05}; empty if the name is none of a bucket.
     */
    public OptionalDouble limitOf(String bucket) {
        String text = bucket.substring(bucketPrefix().length());
        if (text.equals(INFINITE)) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        // names have an underscore in place of a dot and of a minus
        String number =
                text.replaceFirst("^_", "-").replaceFirst("(?<=[eE])_", "-").replaceFirst("(?<=[0-9])_(?=[0-9])", ".");
        try {
            return OptionalDouble.of(Double.parseDouble(number));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /**
     * The percentile.
     *
     * @param counts the values up to each limit, as numbers or rates; the last limit is infinite
     * @return empty without values, without a finite and the infinite limit, and if counts fall with their limits
     */
    public OptionalDouble of(SortedMap<Double, Double> counts) {
        if (counts.size() < 2 || !Double.isInfinite(counts.lastKey()) || falls(counts.values())) {
            return OptionalDouble.empty();
        }
        double all = counts.getOrDefault(counts.lastKey(), 0.0);
        if (!(all > 0)) {
            return OptionalDouble.empty();
        }
        double wanted = fraction * all;
        // the lowest limit is not the lowest value: latencies begin at zero
        double lower = Math.min(0, counts.firstKey());
        double below = 0;
        for (var bucket : counts.entrySet()) {
            double limit = bucket.getKey();
            double within = bucket.getValue();
            if (within >= wanted && within > below) {
                return OptionalDouble.of(
                        Double.isInfinite(limit)
                                ? BEYOND
                                : lower + (limit - lower) * (wanted - below) / (within - below));
            }
            lower = limit;
            below = within;
        }
        return OptionalDouble.empty();
    }

    /** Rates are computed from doubles, so equal counts may differ a little. */
    private static boolean falls(Collection<Double> counts) {
        double last = 0;
        for (double count : counts) {
            if (count < last * (1 - ROUNDING)) {
                return true;
            }
            last = count;
        }
        return false;
    }
}
