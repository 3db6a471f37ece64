package dev.redliner.collector.scrape;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.wire.Bucket;
import dev.redliner.collector.scrape.wire.Histogram;
import dev.redliner.collector.scrape.wire.Label;
import dev.redliner.collector.scrape.wire.Metric;
import dev.redliner.collector.scrape.wire.MetricType;
import dev.redliner.collector.scrape.wire.Quantile;
import dev.redliner.collector.scrape.wire.Summary;
import dev.redliner.collector.scrape.wire.Value;
import dev.redliner.collector.scrape.wire.otlp.Attribute;
import dev.redliner.collector.scrape.wire.otlp.AttributeValue;
import dev.redliner.collector.scrape.wire.otlp.ExponentialPoint;
import dev.redliner.collector.scrape.wire.otlp.HistogramPoint;
import dev.redliner.collector.scrape.wire.otlp.NumberPoint;
import dev.redliner.collector.scrape.wire.otlp.SummaryPoint;
import dev.redliner.collector.scrape.wire.otlp.Temporality;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Metrics in OTLP as a page. Exponential histograms become native ones, whose buckets they share: bucket {@code i} of OTLP
 * is bucket {@code i + 1} of Prometheus.
 */
public final class OtlpPage {
    /** A point without a value, which ends a series. */
    private static final int NO_VALUE = 1;

    private static final int LONGEST_NAME = 1_000;
    private static final int FINEST_SCALE = 8;
    private static final int MOST_BUCKETS = 1_000;
    private static final int MOST_OFFSET = 1 << 24;
    private static final String DELTA =
            "is a change since the last push; set OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=cumulative";

    private final SeriesCount count;
    private final Map<String, ProtobufFamily> families = new LinkedHashMap<>();
    private final Map<String, MetricType> types = new LinkedHashMap<>();

    private OtlpPage(int maxSeries) {
        count = new SeriesCount(maxSeries);
    }

    /**
     * Reads the metrics of a process.
     *
     * @param since when the process began to push; its totals do not continue those of before
     * @param source name of the gap for all of it
     * @throws ReadFailed if there are more series than the limits allow, or a metric without a usable name
     */
    public static Reading read(Collection<OtlpMetric> metrics, Instant since, ScrapeLimits limits, String source)
            throws ReadFailed {
        var page = new OtlpPage(limits.maxSeries());
        for (OtlpMetric metric : metrics) {
            page.add(metric);
        }
        Reading reading = ScrapeReading.of(Exposition.of(page.families.values()), limits, source);
        return new Reading(since, reading.gauges(), reading.counters(), reading.latencies(), reading.gaps());
    }

    private void add(OtlpMetric pushed) throws ReadFailed {
        var metric = pushed.metric();
        String scope = pushed.scope();
        switch (metric.getDataCase()) {
            case GAUGE ->
                numbers(
                        family(metric.getName(), metric.getUnit(), MetricType.GAUGE),
                        metric.getGauge().getDataPointsList(),
                        scope,
                        false);
            case SUM -> {
                boolean counter = metric.getSum().getIsMonotonic();
                ProtobufFamily family =
                        family(metric.getName(), metric.getUnit(), counter ? MetricType.COUNTER : MetricType.GAUGE);
                cumulative(family, metric.getSum().getAggregationTemporality());
                numbers(family, metric.getSum().getDataPointsList(), scope, counter);
            }
            case HISTOGRAM -> {
                ProtobufFamily family = family(metric.getName(), metric.getUnit(), MetricType.HISTOGRAM);
                cumulative(family, metric.getHistogram().getAggregationTemporality());
                for (HistogramPoint point : metric.getHistogram().getDataPointsList()) {
                    if (hasValue(point.getFlags())) {
                        histogram(family, point, scope);
                    }
                }
            }
            case EXPONENTIAL_HISTOGRAM -> {
                ProtobufFamily family = family(metric.getName(), metric.getUnit(), MetricType.HISTOGRAM);
                cumulative(family, metric.getExponentialHistogram().getAggregationTemporality());
                for (ExponentialPoint point : metric.getExponentialHistogram().getDataPointsList()) {
                    if (hasValue(point.getFlags())) {
                        exponential(family, point, scope);
                    }
                }
            }
            case SUMMARY -> {
                ProtobufFamily family = family(metric.getName(), metric.getUnit(), MetricType.SUMMARY);
                for (SummaryPoint point : metric.getSummary().getDataPointsList()) {
                    if (hasValue(point.getFlags())) {
                        summary(family, point, scope);
                    }
                }
            }
            case DATA_NOT_SET -> {
                // a kind of data that a newer version of the protocol has
            }
        }
    }

    private static boolean hasValue(int flags) {
        return (flags & NO_VALUE) == 0;
    }

    private ProtobufFamily family(String name, String unit, MetricType type) throws ReadFailed {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new ReadFailed("a metric has no name, or one of more than " + LONGEST_NAME + " characters");
        }
        String family = OtlpNaming.family(name, unit, type == MetricType.COUNTER);
        count.add(1);
        ProtobufFamily known = families.computeIfAbsent(family, it -> new ProtobufFamily(it, type, count));
        if (types.computeIfAbsent(family, it -> type) != type) {
            known.refuse("two libraries report it as different kinds of metrics");
        }
        return known;
    }

    private static void cumulative(ProtobufFamily family, Temporality temporality) {
        if (temporality != Temporality.CUMULATIVE) {
            family.refuse(DELTA);
        }
    }

    private void numbers(ProtobufFamily family, List<NumberPoint> points, String scope, boolean counter)
            throws ReadFailed {
        for (NumberPoint point : points) {
            if (hasValue(point.getFlags())) {
                Value.Builder value =
                        Value.newBuilder().setValue(point.hasAsInt() ? point.getAsInt() : point.getAsDouble());
                Metric.Builder series = series(point.getAttributesList(), scope);
                add(family, counter ? series.setCounter(value) : series.setGauge(value));
            }
        }
    }

    private void histogram(ProtobufFamily family, HistogramPoint point, String scope) throws ReadFailed {
        if (point.getBucketCountsCount() > MOST_BUCKETS
                || point.getBucketCountsCount() > 0
                        && point.getBucketCountsCount() != point.getExplicitBoundsCount() + 1) {
            family.refuse("a histogram has " + point.getBucketCountsCount() + " counts for "
                    + point.getExplicitBoundsCount() + " limits");
            return;
        }
        Histogram.Builder histogram =
                Histogram.newBuilder().setSampleCount(point.getCount()).setSampleSum(point.getSum());
        long cumulative = 0;
        for (int i = 0; i < point.getBucketCountsCount(); i++) {
            cumulative += point.getBucketCounts(i);
            histogram.addBucket(Bucket.newBuilder()
                    .setUpperBound(
                            i < point.getExplicitBoundsCount() ? point.getExplicitBounds(i) : Double.POSITIVE_INFINITY)
                    .setCumulativeCount(cumulative));
        }
        add(family, series(point.getAttributesList(), scope).setHistogram(histogram));
    }

    private void exponential(ProtobufFamily family, ExponentialPoint point, String scope) throws ReadFailed {
        int coarser = point.getScale() > FINEST_SCALE ? point.getScale() - FINEST_SCALE : 0;
        // a step of scale joins two neighbouring buckets; by 31 steps all are bucket 0 or -1
        int shift = Math.min(coarser, Integer.SIZE - 1);
        long offset = point.getPositive().getOffset();
        int buckets = point.getPositive().getBucketCountsCount();
        if (buckets > MOST_BUCKETS || Math.abs(offset >> shift) > MOST_OFFSET) {
            family.refuse("a histogram has " + buckets + " buckets from number " + offset + " on");
            return;
        }
        Histogram.Builder histogram = Histogram.newBuilder()
                .setSampleCount(point.getCount())
                .setSampleSum(point.getSum())
                .setSchema(point.getScale() - coarser)
                .setZeroThreshold(point.getZeroThreshold())
                .setZeroCount(point.getZeroCount());
        if (point.getNegative().getBucketCountsList().stream().anyMatch(each -> each != 0)) {
            histogram.addNegativeDelta(1);
        }
        var merged = new TreeMap<Integer, Long>();
        for (int i = 0; i < buckets; i++) {
            if (point.getPositive().getBucketCounts(i) != 0) {
                merged.merge(
                        (int) (offset + i >> shift) + 1, point.getPositive().getBucketCounts(i), Long::sum);
            }
        }
        long before = 0;
        int next = 0;
        for (var bucket : merged.entrySet()) {
            histogram.addPositiveSpanBuilder().setOffset(bucket.getKey() - next).setLength(1);
            histogram.addPositiveDelta(bucket.getValue() - before);
            before = bucket.getValue();
            next = bucket.getKey() + 1;
        }
        add(family, series(point.getAttributesList(), scope).setHistogram(histogram));
    }

    private void summary(ProtobufFamily family, SummaryPoint point, String scope) throws ReadFailed {
        Summary.Builder summary =
                Summary.newBuilder().setSampleCount(point.getCount()).setSampleSum(point.getSum());
        point.getQuantileValuesList()
                .forEach(each -> summary.addQuantile(
                        Quantile.newBuilder().setQuantile(each.getQuantile()).setValue(each.getValue())));
        add(family, series(point.getAttributesList(), scope).setSummary(summary));
    }

    private void add(ProtobufFamily family, Metric.Builder series) throws ReadFailed {
        count.add(1);
        family.add(series.build());
    }

    /** Two libraries may report the same series, so their names are labels too. */
    private static Metric.Builder series(List<Attribute> attributes, String scope) {
        var labels = new TreeMap<String, String>();
        labels.put("otel_scope", scope);
        attributes.forEach(attribute -> labels.put(OtlpNaming.label(attribute.getKey()), text(attribute.getValue())));
        Metric.Builder series = Metric.newBuilder();
        labels.forEach((name, value) ->
                series.addLabel(Label.newBuilder().setName(name).setValue(value)));
        return series;
    }

    private static String text(AttributeValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
            case INT_VALUE -> Long.toString(value.getIntValue());
            case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
            case VALUE_NOT_SET -> "";
        };
    }
}
