package dev.redliner.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.CodedOutputStream;
import com.sun.net.httpserver.HttpServer;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.wire.Bucket;
import dev.redliner.collector.scrape.wire.BucketSpan;
import dev.redliner.collector.scrape.wire.MetricFamily;
import dev.redliner.collector.scrape.wire.MetricType;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.http.AddressRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Summary;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages in protobuf, as Prometheus's client for Java writes them, and as strangers would. */
class ProtobufPageTest {
    private static final ScrapeLimits LIMITS = new ScrapeLimits(List.of("*"), 500, 5_000, true);
    private static final String NAME = "app.http_server_requests_seconds";

    private final PrometheusRegistry registry = new PrometheusRegistry();

    private static Reading read(byte[] page) throws ReadFailed {
        return ScrapeReading.of(ProtobufPage.parse(page, LIMITS.maxSeries()), LIMITS, "scrape:x");
    }

    private byte[] written() throws IOException {
        var out = new ByteArrayOutputStream();
        new PrometheusProtobufWriter().write(out, registry.scrape());
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void the_percentiles_of_a_native_histogram_are_those_of_its_values_within_its_buckets(int schema) throws Exception {
        Histogram histogram = Histogram.builder()
                .name("http_server_requests_seconds")
                .help("h")
                .labelNames("uri")
                .nativeOnly()
                .nativeInitialSchema(schema)
                .register(registry);
        double[] values = new double[20_000];
        Random random = new Random(5);
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.04 * Math.exp(0.6 * random.nextGaussian());
            histogram.labelValues(i % 2 == 0 ? "/a" : "/b").observe(values[i]);
        }
        Arrays.sort(values);

        Reading reading = read(written());
        assertThat(reading.gaps()).isEmpty();
        assertThat(reading.counters().get(NAME + "_count")).isEqualTo(values.length);
        SortedMap<Integer, Long> totals = reading.latencies().get(NAME);
        LatencyHistogram latency = LatencyHistogram.of(totals, 0);
        assertThat(latency.count()).isEqualTo(values.length);
        double halfBucket = Math.pow(2, Math.pow(2, -schema) / 2) - 1;
        for (double fraction : new double[] {0.5, 0.9, 0.99}) {
            double exact = values[(int) (fraction * values.length)];
            assertThat(latency.quantileSeconds(fraction))
                    .as("p" + 100 * fraction)
                    // its own decimal buckets are 10% wide at most
                    .isCloseTo(exact, within(exact * (halfBucket + 0.05)));
        }
        histogram.labelValues("/a").observe(0.3);
        SortedMap<Integer, Long> more =
                new TreeMap<>(read(written()).latencies().get(NAME));
        totals.forEach((bucket, count) -> more.merge(bucket, -count, Long::sum));
        more.values().removeIf(count -> count == 0);
        assertThat(more).hasSize(1).containsValue(1L);
        assertThat(LatencyHistogram.middleSeconds(more.firstKey())).isCloseTo(0.3, within(0.03));
    }

    @Test
    void other_metrics_are_read_as_from_text() throws Exception {
        Counter orders = Counter.builder()
                .name("orders_total")
                .help("h")
                .labelNames("kind")
                .register(registry);
        orders.labelValues("a").inc(3);
        orders.labelValues("b").inc(4);
        Gauge memory = Gauge.builder()
                .name("jvm_memory_used_bytes")
                .help("h")
                .labelNames("area")
                .register(registry);
        memory.labelValues("heap").set(1.5e7);
        memory.labelValues("nonheap").set(5e6);
        Histogram classic = Histogram.builder()
                .name("sizes")
                .help("h")
                .classicOnly()
                .classicUpperBounds(0.005, 10, 1e6)
                .register(registry);
        classic.observe(7);
        classic.observe(2e6);
        Summary summary =
                Summary.builder().name("waits").help("h").quantile(0.5).register(registry);
        summary.observe(2);

        Reading reading = read(written());
        assertThat(reading.gaps()).isEmpty();
        assertThat(reading.counters())
                .contains(entry("app.orders_total", 7.0))
                .contains(entry("app.sizes_bucket_le_0_005", 0.0), entry("app.sizes_bucket_le_10", 1.0))
                .contains(entry("app.sizes_bucket_le_1000000", 1.0), entry("app.sizes_bucket_le_Inf", 2.0))
                .contains(entry("app.sizes_count", 2.0), entry("app.waits_count", 1.0), entry("app.waits_sum", 2.0));
        assertThat(reading.gauges())
                .contains(entry("jvm.memory_used_bytes", 2e7), entry("jvm.memory_used_bytes_area_heap", 1.5e7))
                .contains(entry("app.waits_quantile_0_5", 2.0));
        assertThat(reading.latencies()).isEmpty();
    }

    private static byte[] page(String name, dev.redliner.collector.scrape.wire.Histogram.Builder histogram)
            throws IOException {
        var out = new ByteArrayOutputStream();
        MetricFamily.newBuilder()
                .setName(name)
                .setType(MetricType.HISTOGRAM)
                .addMetric(
                        dev.redliner.collector.scrape.wire.Metric.newBuilder().setHistogram(histogram))
                .build()
                .writeDelimitedTo(out);
        return out.toByteArray();
    }

    private static dev.redliner.collector.scrape.wire.Histogram.Builder histogram(int schema) {
        return dev.redliner.collector.scrape.wire.Histogram.newBuilder().setSchema(schema);
    }

    private static BucketSpan span(int offset, int length) {
        return BucketSpan.newBuilder().setOffset(offset).setLength(length).build();
    }

    @Test
    void buckets_lie_where_their_spans_say() throws Exception {
        // base 2^(1/4): (0.5^(1/4), 1], and two buckets later
        var two = histogram(2)
                .setZeroCount(5)
                .addPositiveSpan(span(0, 1))
                .addPositiveSpan(span(1, 1))
                .addPositiveDelta(3)
                .addPositiveDelta(-1);
        SortedMap<Integer, Long> totals =
                read(page("x_seconds", two)).latencies().get("app.x_seconds");
        assertThat(totals.values()).containsExactly(5L, 3L, 2L);
        List<Integer> buckets = List.copyOf(totals.keySet());
        assertThat(LatencyHistogram.middleSeconds(buckets.get(1))).isCloseTo(0.917, within(0.01));
        assertThat(LatencyHistogram.middleSeconds(buckets.get(2))).isCloseTo(1.297, within(0.06));
    }

    @Test
    void what_cannot_be_read_is_a_gap_with_its_reason() throws Exception {
        assertGap(histogram(1), "native histogram has the schema 1, and those from 2 to 8 are read");
        assertGap(histogram(-53), "native histogram has the schema -53, and those from 2 to 8 are read");
        assertGap(histogram(3).addNegativeDelta(1), "native histogram has negative values");
        assertGap(histogram(3).setSampleCountFloat(1.5), "native histogram has counts that are no whole numbers");
        assertGap(
                histogram(3).addPositiveSpan(span(0, -1)).addPositiveDelta(1),
                "native histogram has fewer counts than buckets");
        assertGap(histogram(3).addPositiveSpan(span(0, 1)).addPositiveDelta(-1), "native histogram has a count of -1");
        assertGap(
                histogram(3)
                        .addPositiveSpan(span(0, 2))
                        .addPositiveDelta(Long.MAX_VALUE)
                        .addPositiveDelta(1),
                "native histogram has counts that are too large");
        Reading sizes = read(page("x_bytes", histogram(3).setSampleCount(1).setZeroCount(1)));
        assertThat(sizes.latencies()).isEmpty();
        assertThat(sizes.gaps()).containsExactly(new Gap("app.x_bytes", "native histograms are read in seconds only"));
    }

    @Test
    void a_family_with_a_series_that_cannot_be_read_has_none() throws Exception {
        byte[] one = page("x_seconds", histogram(3).setSampleCount(7).setZeroCount(7));
        MetricFamily family = MetricFamily.parseDelimitedFrom(new ByteArrayInputStream(one));
        assertThat(read(written(family)).counters()).containsEntry("app.x_seconds_count", 7.0);
        Reading twice =
                read(written(family.toBuilder().addMetric(family.getMetric(0)).build()));
        assertThat(twice.counters()).isEmpty();
        assertThat(twice.latencies()).isEmpty();
        assertThat(twice.gaps()).extracting(Gap::name).contains("app.x_seconds", "app.x_seconds_count");
        Reading noLimit = read(page(
                "x_seconds",
                dev.redliner.collector.scrape.wire.Histogram.newBuilder()
                        .addBucket(Bucket.newBuilder().setUpperBound(Double.NaN))));
        assertThat(noLimit.counters()).isEmpty();
        assertThat(noLimit.gaps()).contains(new Gap("app.x_seconds_sum", "a limit is no number"));
        byte[] again = new byte[2 * one.length];
        System.arraycopy(one, 0, again, 0, one.length);
        System.arraycopy(one, 0, again, one.length, one.length);
        assertThat(read(again).counters()).isEmpty();
        assertThat(read(again).latencies()).isEmpty();
    }

    private static byte[] written(MetricFamily family) throws IOException {
        var out = new ByteArrayOutputStream();
        family.writeDelimitedTo(out);
        return out.toByteArray();
    }

    @Test
    void values_that_count_as_zero_are_not_read_lower_than_they_are() throws Exception {
        Reading reading =
                read(page("x_seconds", histogram(3).setZeroThreshold(0.01).setZeroCount(3)));
        SortedMap<Integer, Long> totals = reading.latencies().get("app.x_seconds");
        assertThat(LatencyHistogram.lowerSeconds(totals.firstKey())).isEqualTo(0.01);
    }

    @Test
    void the_counts_of_a_gauge_histogram_are_no_native_histogram() throws Exception {
        MetricFamily family = MetricFamily.parseDelimitedFrom(
                new ByteArrayInputStream(page("x_seconds", histogram(3).setZeroCount(7))));
        byte[] gauges =
                written(family.toBuilder().setType(MetricType.GAUGE_HISTOGRAM).build());
        assertThat(read(gauges).latencies()).isEmpty();
    }

    @Test
    void many_tiny_parts_are_refused_before_they_take_memory() throws Exception {
        byte[] series = new byte[20_000];
        for (int i = 0; i < series.length; i += 2) {
            series[i] = 0x22;
        }
        var out = new ByteArrayOutputStream();
        var coded = CodedOutputStream.newInstance(out);
        coded.writeUInt32NoTag(3 + series.length);
        coded.writeRawBytes(new byte[] {0x0a, 1, 'x'});
        coded.writeRawBytes(series);
        coded.flush();
        assertThatThrownBy(() -> read(out.toByteArray())).hasMessageContaining("more than 5000 series");
        // families without a series
        assertThatThrownBy(() -> read(new byte[10_000])).hasMessageContaining("more than 5000 series");
        MetricFamily nameless = MetricFamily.newBuilder()
                .addMetric(dev.redliner.collector.scrape.wire.Metric.getDefaultInstance())
                .build();
        assertThatThrownBy(() -> read(written(nameless))).hasMessageContaining("has no name before its series");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_page_is_asked_for_protobuf_only_if_the_collector_is_set_to(boolean natives) throws Exception {
        Histogram.builder()
                .name("http_server_requests_seconds")
                .help("h")
                .nativeInitialSchema(5)
                .register(registry)
                .observe(0.1);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/metrics", exchange -> {
            ExpositionFormatWriter writer = ExpositionFormats.init()
                    .findWriter(exchange.getRequestHeaders().getFirst("Accept"));
            exchange.getResponseHeaders().set("Content-Type", writer.getContentType());
            exchange.sendResponseHeaders(200, 0);
            try (var out = exchange.getResponseBody()) {
                writer.write(out, registry.scrape());
            }
        });
        server.start();
        try (var targets = new Targets(
                List.of(AddressRange.parse("127.0.0.0/8")),
                1_000_000,
                SystemDefaultDnsResolver.INSTANCE,
                new SimpleMeterRegistry())) {
            URI page = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
            var source = new ScrapeSource("a", page, targets, new ScrapeLimits(List.of("*"), 500, 5_000, natives));
            Reading reading = source.read(Instant.EPOCH, Duration.ofSeconds(5)).get("a");
            assertThat(reading.counters()).containsEntry(NAME + "_count", 1.0);
            assertThat(reading.latencies().containsKey(NAME)).isEqualTo(natives);
        } finally {
            server.stop(0);
        }
    }

    private static void assertGap(dev.redliner.collector.scrape.wire.Histogram.Builder histogram, String reason)
            throws Exception {
        Reading reading = read(page("x_seconds", histogram));
        assertThat(reading.latencies()).isEmpty();
        assertThat(reading.gaps()).containsExactly(new Gap("app.x_seconds", reason));
    }

    @Test
    void a_page_that_is_no_protobuf_or_too_long_is_not_read() throws Exception {
        assertThatThrownBy(() -> read("# TYPE a counter\na 1\n".getBytes("UTF-8")))
                .isInstanceOf(ReadFailed.class);
        byte[] whole =
                page("x_seconds", histogram(3).addPositiveSpan(span(0, 1)).addPositiveDelta(1));
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, whole.length - 1))).isInstanceOf(ReadFailed.class);
        var many = histogram(3).addPositiveSpan(span(0, 6_000));
        for (int i = 0; i < 6_000; i++) {
            many.addPositiveDelta(0);
        }
        byte[] long_ = page("x_seconds", many);
        assertThatThrownBy(() -> read(long_))
                .hasMessage("the page holds more than 5000 series (redliner.collector.max-series)");
    }
}
