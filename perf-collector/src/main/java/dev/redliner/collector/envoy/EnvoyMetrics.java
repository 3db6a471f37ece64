package dev.redliner.collector.envoy;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.scrape.NativeHistogram;
import dev.redliner.collector.scrape.wire.Histogram;
import dev.redliner.collector.scrape.wire.Label;
import dev.redliner.collector.scrape.wire.Metric;
import dev.redliner.collector.scrape.wire.MetricFamily;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * The statistics on a page in the protobuf format of Prometheus. Histograms are native ones, of ms. The page is read series
 * by series, so that it takes little more memory than its own size.
 */
final class EnvoyMetrics {
    private static final double SECONDS_PER_MS = 1e-3;
    private static final String TIME = "rq_time";

    private final PageNames names;
    private final Map<String, RisingBuckets> rising = new HashMap<>();
    private double uptimeBefore;

    EnvoyMetrics(PageNames names) {
        this.names = names;
    }

    /**
     * Parses a page that was read after the one before.
     *
     * @throws ReadFailed if the page is malformed, a histogram cannot be read, or the classes of answers are missing
     */
    EnvoyStats parse(byte[] page) throws ReadFailed {
        var read = new Page();
        CodedInputStream in = CodedInputStream.newInstance(page);
        try {
            while (!in.isAtEnd()) {
                int limit = in.pushLimit(in.readRawVarint32());
                read.family(in);
                in.checkLastTagWas(0);
                in.popLimit(limit);
            }
        } catch (IOException e) {
            throw new ReadFailed("the page is no protobuf of metric families: " + e.getMessage(), e);
        }
        names.requireClasses(read.values);
        double uptime = read.values.getOrDefault(StatisticsFilter.UPTIME, 0.0);
        if (uptime < uptimeBefore) {
            rising.clear();
        }
        uptimeBefore = uptime;
        return new EnvoyStats(read.values, risen(read.histograms));
    }

    private Map<String, SortedMap<Integer, Long>> risen(Map<String, NativeHistogram> histograms) {
        rising.keySet().retainAll(histograms.keySet());
        var latencies = new HashMap<String, SortedMap<Integer, Long>>();
        histograms.forEach((name, histogram) -> latencies.put(
                name,
                rising.computeIfAbsent(name, unused -> new RisingBuckets()).next(histogram.bySeconds())));
        return latencies;
    }

    /** The statistics of one page that {@link PageNames} names. */
    private final class Page {
        private final Map<String, Double> values = new HashMap<>();
        private final Map<String, NativeHistogram> histograms = new HashMap<>();

        /** The name comes before the series, as Envoy writes it. */
        void family(CodedInputStream in) throws IOException, ReadFailed {
            String name = "";
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (WireFormat.getTagFieldNumber(tag)) {
                    case MetricFamily.NAME_FIELD_NUMBER -> name = in.readStringRequireUtf8();
                    case MetricFamily.METRIC_FIELD_NUMBER -> series(name, Metric.parseFrom(in.readByteArray()));
                    default -> in.skipField(tag);
                }
            }
        }

        private void series(String family, Metric series) throws ReadFailed {
            Optional<String> name = names.of(family, labels(series));
            if (name.isEmpty()) {
                return;
            }
            if (series.hasCounter()) {
                values.put(name.get(), series.getCounter().getValue());
            } else if (series.hasGauge()) {
                values.put(name.get(), series.getGauge().getValue());
            } else if (series.hasHistogram() && name.get().endsWith(TIME)) {
                histograms.put(name.get(), histogram(name.get(), series.getHistogram()));
            }
        }

        private static Map<String, String> labels(Metric series) {
            return series.getLabelList().stream()
                    .collect(Collectors.toMap(Label::getName, Label::getValue, (one, same) -> one));
        }

        private static NativeHistogram histogram(String name, Histogram histogram) throws ReadFailed {
            if (!histogram.hasSchema()) {
                throw new ReadFailed(name + " is no native histogram; Envoy 1.40 has them");
            }
            var buckets = new NativeHistogram(SECONDS_PER_MS, EnvoyBins.BELOW_ONE_MS);
            try {
                buckets.add(histogram);
                return buckets;
            } catch (IllegalArgumentException e) {
                throw new ReadFailed(name + ": " + e.getMessage(), e);
            }
        }
    }
}
