package dev.redliner.collector.scrape;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.scrape.wire.Bucket;
import dev.redliner.collector.scrape.wire.Histogram;
import dev.redliner.collector.scrape.wire.Label;
import dev.redliner.collector.scrape.wire.Metric;
import dev.redliner.collector.scrape.wire.MetricFamily;
import dev.redliner.collector.scrape.wire.MetricType;
import dev.redliner.collector.scrape.wire.Quantile;
import dev.redliner.collector.scrape.wire.Summary;
import dev.redliner.contracts.sample.Gap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A page in the protobuf format of Prometheus: families, each with its length in front. Its series are those that the
 * page has as text. In addition there are native histograms.
 */
final class ProtobufPage {
    private final int maxSeries;
    private final Map<String, Exposition.Family> families = new LinkedHashMap<>();
    private final Map<String, Gap> gaps = new LinkedHashMap<>();
    private final Map<String, NativeHistogram> natives = new HashMap<>();
    private int series;

    private ProtobufPage(int maxSeries) {
        this.maxSeries = maxSeries;
    }

    /**
     * Parses a page.
     *
     * @param maxSeries a page with more series and buckets is not used at all
     * @throws ReadFailed if the page is malformed or holds too many series
     */
    static Exposition parse(byte[] body, int maxSeries) throws ReadFailed {
        var page = new ProtobufPage(maxSeries);
        var in = new ByteArrayInputStream(body);
        try {
            for (MetricFamily family = MetricFamily.parseDelimitedFrom(in);
                    family != null;
                    family = MetricFamily.parseDelimitedFrom(in)) {
                page.add(family);
            }
        } catch (InvalidProtocolBufferException e) {
            throw new ReadFailed("the page is no protobuf of metric families: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new ReadFailed("the page ends too early: " + e.getMessage(), e);
        }
        return new Exposition(page.families, page.gaps, page.natives);
    }

    private void add(MetricFamily family) throws ReadFailed {
        String name = family.getName();
        if (families.containsKey(name)) {
            addGap(name, "a family is on the page twice");
            return;
        }
        var lines = new ArrayList<MetricLine>();
        families.put(name, new Exposition.Family(name, kind(family.getType()), lines));
        Set<Map<String, String>> seen = new HashSet<>();
        for (Metric metric : family.getMetricList()) {
            count(1);
            try {
                Map<String, String> labels = labels(metric);
                if (!seen.add(labels)) {
                    addGap(name, "a series is on the page twice");
                }
                add(name, labels, metric, lines);
            } catch (IllegalArgumentException e) {
                addGap(name, String.valueOf(e.getMessage()));
            }
        }
    }

    private void count(int more) throws ReadFailed {
        series += more;
        if (series > maxSeries) {
            throw new ReadFailed("the page holds more than " + maxSeries + " series (redliner.collector.max-series)");
        }
    }

    private void addGap(String family, String reason) {
        String name = MetricNaming.of(family);
        gaps.putIfAbsent(name, new Gap(name, reason));
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

    private void add(String name, Map<String, String> labels, Metric metric, List<MetricLine> lines) throws ReadFailed {
        if (metric.hasGauge()) {
            lines.add(new MetricLine(name, labels, metric.getGauge().getValue()));
        } else if (metric.hasCounter()) {
            lines.add(new MetricLine(name, labels, metric.getCounter().getValue()));
        } else if (metric.hasUntyped()) {
            lines.add(new MetricLine(name, labels, metric.getUntyped().getValue()));
        } else if (metric.hasSummary()) {
            addSummary(name, labels, metric.getSummary(), lines);
        } else if (metric.hasHistogram()) {
            addHistogram(name, labels, metric.getHistogram(), lines);
        }
    }

    private void addSummary(String name, Map<String, String> labels, Summary summary, List<MetricLine> lines)
            throws ReadFailed {
        count(summary.getQuantileCount());
        for (Quantile quantile : summary.getQuantileList()) {
            lines.add(new MetricLine(
                    name, with(labels, "quantile", number(quantile.getQuantile())), quantile.getValue()));
        }
        addTotals(name, labels, summary.getSampleCount(), summary.getSampleSum(), lines);
    }

    private void addHistogram(String name, Map<String, String> labels, Histogram histogram, List<MetricLine> lines)
            throws ReadFailed {
        count(histogram.getBucketCount() + histogram.getPositiveDeltaCount());
        double highest = Double.NEGATIVE_INFINITY;
        for (Bucket bucket : histogram.getBucketList()) {
            lines.add(new MetricLine(
                    name + "_bucket",
                    with(labels, "le", number(bucket.getUpperBound())),
                    unsigned(bucket.getCumulativeCount())));
            highest = bucket.getUpperBound();
        }
        // some services leave out the bucket without a limit
        if (histogram.getBucketCount() > 0 && highest < Double.POSITIVE_INFINITY) {
            lines.add(new MetricLine(
                    name + "_bucket",
                    with(labels, "le", number(Double.POSITIVE_INFINITY)),
                    unsigned(histogram.getSampleCount())));
        }
        addTotals(name, labels, histogram.getSampleCount(), histogram.getSampleSum(), lines);
        if (histogram.hasSchema()) {
            natives.computeIfAbsent(name, unused -> new NativeHistogram()).add(histogram);
        }
    }

    private static void addTotals(
            String name, Map<String, String> labels, long count, double sum, List<MetricLine> lines) {
        lines.add(new MetricLine(name + "_count", labels, unsigned(count)));
        lines.add(new MetricLine(name + "_sum", labels, sum));
    }

    private static double unsigned(long count) {
        return count >= 0 ? count : count + 0x1p64;
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

    private static Kind kind(MetricType type) {
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
