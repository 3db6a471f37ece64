package dev.redliner.collector.scrape;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.scrape.wire.Bucket;
import dev.redliner.collector.scrape.wire.Histogram;
import dev.redliner.collector.scrape.wire.Label;
import dev.redliner.collector.scrape.wire.Metric;
import dev.redliner.collector.scrape.wire.MetricType;
import dev.redliner.collector.scrape.wire.Quantile;
import dev.redliner.collector.scrape.wire.Summary;
import dev.redliner.contracts.sample.Gap;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A family while it is read from protobuf. Its series become those that the page has as text. A family with a series
 * that cannot be read has none at all, because the sum of the others would be wrong.
 */
final class ProtobufFamily {
    private final String name;
    private final MetricType type;
    private final SeriesCount count;
    private final List<MetricLine> lines = new ArrayList<>();
    private final Set<Map<String, String>> seen = new HashSet<>();
    private final NativeHistogram sum = new NativeHistogram();
    private boolean hasNatives;
    private @Nullable String refused;
    private @Nullable String refusedNative;

    ProtobufFamily(String name, MetricType type, SeriesCount count) {
        this.name = name;
        this.type = type;
        this.count = count;
    }

    String name() {
        return name;
    }

    /** Leaves the family out. The first reason is kept. */
    void refuse(String reason) {
        refused = refused == null ? reason : refused;
    }

    /** Adds a series. */
    void add(Metric metric) throws ReadFailed {
        try {
            Map<String, String> labels = labels(metric);
            if (!seen.add(labels)) {
                refuse("a series is on the page twice");
            }
            add(labels, metric);
        } catch (IllegalArgumentException e) {
            refuse(String.valueOf(e.getMessage()));
        }
    }

    /** The series; none if one of them cannot be read. */
    Exposition.Family lines() {
        return new Exposition.Family(name, kind(), refused == null ? lines : List.of());
    }

    Optional<NativeHistogram> nativeHistogram() {
        return refused == null && refusedNative == null && hasNatives ? Optional.of(sum) : Optional.empty();
    }

    /** The gaps of the family, and of the counters that its histograms and summaries have. */
    List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>();
        if (refused != null) {
            gaps.add(gap("", refused));
            if (type != MetricType.COUNTER && type != MetricType.GAUGE && type != MetricType.UNTYPED) {
                gaps.add(gap("_count", refused));
                gaps.add(gap("_sum", refused));
            }
        } else if (refusedNative != null) {
            gaps.add(gap("", refusedNative));
        }
        return gaps;
    }

    private Gap gap(String suffix, String reason) {
        return new Gap(MetricNaming.of(name + suffix), reason);
    }

    private static Map<String, String> labels(Metric metric) {
        Map<String, String> labels = new HashMap<>();
        for (Label label : metric.getLabelList()) {
            if (labels.put(label.getName(), label.getValue()) != null) {
                throw new IllegalArgumentException("a series has the label " + label.getName() + " twice");
            }
        }
        return labels;
    }

    private void add(Map<String, String> labels, Metric metric) throws ReadFailed {
        if (metric.hasGauge()) {
            lines.add(new MetricLine(name, labels, metric.getGauge().getValue()));
        } else if (metric.hasCounter()) {
            lines.add(new MetricLine(name, labels, metric.getCounter().getValue()));
        } else if (metric.hasUntyped()) {
            lines.add(new MetricLine(name, labels, metric.getUntyped().getValue()));
        } else if (metric.hasSummary()) {
            addSummary(labels, metric.getSummary());
        } else if (metric.hasHistogram()) {
            addHistogram(labels, metric.getHistogram());
        }
    }

    private void addSummary(Map<String, String> labels, Summary summary) throws ReadFailed {
        count.add(summary.getQuantileCount());
        for (Quantile quantile : summary.getQuantileList()) {
            lines.add(new MetricLine(
                    name, with(labels, "quantile", number(quantile.getQuantile())), quantile.getValue()));
        }
        addTotals(labels, summary.getSampleCount(), summary.getSampleSum());
    }

    private void addHistogram(Map<String, String> labels, Histogram histogram) throws ReadFailed {
        count.add(histogram.getBucketCount() + histogram.getPositiveDeltaCount());
        double highest = Double.NEGATIVE_INFINITY;
        for (Bucket bucket : histogram.getBucketList()) {
            addBucket(labels, bucket.getUpperBound(), bucket.getCumulativeCount());
            highest = bucket.getUpperBound();
        }
        // some services leave out the bucket without a limit
        if (histogram.getBucketCount() > 0 && highest < Double.POSITIVE_INFINITY) {
            addBucket(labels, Double.POSITIVE_INFINITY, histogram.getSampleCount());
        }
        addTotals(labels, histogram.getSampleCount(), histogram.getSampleSum());
        // the counts of a gauge histogram also fall
        if (histogram.hasSchema() && type == MetricType.HISTOGRAM) {
            addNative(histogram);
        }
    }

    /** A native histogram that cannot be read leaves the classic buckets of the family as they are. */
    private void addNative(Histogram histogram) {
        hasNatives = true;
        try {
            sum.add(histogram);
        } catch (IllegalArgumentException e) {
            refusedNative = refusedNative == null ? e.getMessage() : refusedNative;
        }
    }

    private void addBucket(Map<String, String> labels, double limit, long counted) {
        lines.add(new MetricLine(name + "_bucket", with(labels, "le", number(limit)), unsigned(counted)));
    }

    private void addTotals(Map<String, String> labels, long counted, double total) {
        lines.add(new MetricLine(name + "_count", labels, unsigned(counted)));
        lines.add(new MetricLine(name + "_sum", labels, total));
    }

    private static double unsigned(long counted) {
        return counted >= 0 ? counted : counted + 0x1p64;
    }

    private static Map<String, String> with(Map<String, String> labels, String label, String value) {
        Map<String, String> all = new HashMap<>(labels);
        all.put(label, value);
        return all;
    }

    /** The shortest decimal number, as most services write limits and quantiles into text. */
    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a limit is no number");
        }
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private Kind kind() {
        return switch (type) {
            case COUNTER -> Kind.COUNTER;
            case GAUGE -> Kind.GAUGE;
            case SUMMARY -> Kind.SUMMARY;
            case HISTOGRAM -> Kind.HISTOGRAM;
            case GAUGE_HISTOGRAM -> Kind.GAUGE_HISTOGRAM;
            case UNTYPED, UNRECOGNIZED -> Kind.UNKNOWN;
        };
    }
}
