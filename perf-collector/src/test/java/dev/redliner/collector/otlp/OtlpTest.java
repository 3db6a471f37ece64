package dev.redliner.collector.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redliner.collector.CollectorApplication;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.collector.scrape.wire.otlp.Attribute;
import dev.redliner.collector.scrape.wire.otlp.AttributeValue;
import dev.redliner.collector.scrape.wire.otlp.Buckets;
import dev.redliner.collector.scrape.wire.otlp.ExponentialHistogram;
import dev.redliner.collector.scrape.wire.otlp.ExponentialPoint;
import dev.redliner.collector.scrape.wire.otlp.Gauge;
import dev.redliner.collector.scrape.wire.otlp.Histogram;
import dev.redliner.collector.scrape.wire.otlp.HistogramPoint;
import dev.redliner.collector.scrape.wire.otlp.Metric;
import dev.redliner.collector.scrape.wire.otlp.MetricsRequest;
import dev.redliner.collector.scrape.wire.otlp.NumberPoint;
import dev.redliner.collector.scrape.wire.otlp.ResourceMetrics;
import dev.redliner.collector.scrape.wire.otlp.ScopeMetrics;
import dev.redliner.collector.scrape.wire.otlp.Temporality;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.http.AddressRange;
import io.grpc.CallOptions;
import io.grpc.Compressor;
import io.grpc.CompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentSelector;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.View;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Metrics that OpenTelemetry's SDK pushes, and pushes of strangers. */
class OtlpTest {
    private static final ScrapeLimits LIMITS = new ScrapeLimits(List.of("*"), 500, 5_000);

    private static ConfigurableApplicationContext collector;
    private static String url;
    private static int port;

    private Instant now = Instant.parse("2027-01-10T10:00:00Z");

    @BeforeAll
    static void start() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        collector = new SpringApplicationBuilder(CollectorApplication.class)
                .properties("spring.config.name=collector,application")
                .run(
                        "--server.port=0",
                        // without it, Tomcat switches its MBeans off for the whole process, and another test reads them
                        "--server.tomcat.mbeanregistry.enabled=true",
                        "--spring.kafka.bootstrap-servers=127.0.0.1:1",
                        "--spring.kafka.admin.auto-create=false",
                        "--redliner.collector.node=node-1",
                        "--redliner.collector.pool=shop",
                        "--redliner.collector.otlp.enabled=true",
                        "--redliner.collector.otlp.grpc-port=" + port);
        url = "http://127.0.0.1:" + collector.getEnvironment().getProperty("local.server.port") + OtlpEndpoint.PATH;
    }

    @AfterAll
    static void stop() {
        collector.close();
    }

    private static Reading read(OtlpInbox inbox) throws ReadFailed {
        return Objects.requireNonNull(new OtlpSource("a", inbox, LIMITS)
                .read(Instant.now(), Duration.ofSeconds(1))
                .get("a"));
    }

    @ParameterizedTest
    @MethodSource("exporters")
    void what_the_sdk_pushes_has_the_names_and_values_of_a_page_of_its_prometheus_exporter(
            String instance, MetricExporter exporter) throws Exception {
        var random = new Random(7);
        double[] values = new double[20_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = 0.04 * Math.exp(0.6 * random.nextGaussian());
        }
        OtlpInbox inbox = collector.getBean(OtlpInbox.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> isEmpty(inbox));
        try (var provider = provider(instance, exporter)) {
            var meter = provider.get("shop");
            var exact = meter.histogramBuilder("http.server.request.duration")
                    .setUnit("s")
                    .build();
            var classic = meter.histogramBuilder("db.client.operation.duration")
                    .setUnit("s")
                    .setExplicitBucketBoundariesAdvice(List.of(0.05, 0.1))
                    .build();
            for (double value : values) {
                exact.record(value);
                classic.record(value);
            }
            meter.counterBuilder("orders").setUnit("{order}").build().add(41);
            meter.upDownCounterBuilder("jvm.memory.used").setUnit("By").build().add(7, type("heap"));
            meter.upDownCounterBuilder("jvm.memory.used").setUnit("By").build().add(5, type("non_heap"));
            meter.gaugeBuilder("jvm.cpu.recent_utilization")
                    .setUnit("1")
                    .build()
                    .set(0.25);
            assertThat(provider.forceFlush().join(10, TimeUnit.SECONDS).isSuccess())
                    .isTrue();
        }

        Reading reading = read(inbox);

        assertThat(reading.gaps()).isEmpty();
        assertThat(reading.counters())
                .containsEntry("app.orders_total", 41.0)
                .containsEntry("app.http_server_request_duration_seconds_count", 20_000.0)
                .containsEntry("app.db_client_operation_duration_seconds_bucket_le_0_05", (double)
                        Arrays.stream(values).filter(it -> it <= 0.05).count())
                .containsEntry("app.db_client_operation_duration_seconds_bucket_le_Inf", 20_000.0);
        assertThat(reading.counters().get("app.http_server_request_duration_seconds_sum"))
                .isCloseTo(Arrays.stream(values).sum(), org.assertj.core.data.Offset.offset(1e-6));
        assertThat(reading.gauges())
                .containsEntry("jvm.memory_used_bytes", 12.0)
                .containsEntry("jvm.memory_used_bytes_area_heap", 7.0)
                .containsEntry("jvm.cpu_recent_utilization", 0.25);
        Arrays.sort(values);
        var latency = LatencyHistogram.of(reading.latencies().get("app.http_server_request_duration_seconds"), 0);
        assertThat(latency.count()).isEqualTo(values.length);
        for (double fraction : new double[] {0.5, 0.9, 0.99}) {
            double real = values[(int) (fraction * values.length)];
            assertThat(latency.quantileSeconds(fraction)).isBetween(real * 0.93, real * 1.07);
        }
    }

    private static Attributes type(String type) {
        return Attributes.of(AttributeKey.stringKey("jvm.memory.type"), type);
    }

    private static Stream<Arguments> exporters() {
        return Stream.of(
                Arguments.of(
                        "http",
                        OtlpHttpMetricExporter.builder()
                                .setEndpoint(url)
                                .setCompression("gzip")
                                .build()),
                Arguments.of(
                        "grpc",
                        OtlpGrpcMetricExporter.builder()
                                .setEndpoint("http://127.0.0.1:" + port)
                                .setCompression("gzip")
                                .build()));
    }

    /** Each process has an inbox of its own for as long as its values are those of now. */
    private static boolean isEmpty(OtlpInbox inbox) {
        try {
            inbox.fresh();
            return false;
        } catch (ReadFailed e) {
            return e.reason().startsWith("nothing was pushed");
        }
    }

    private static SdkMeterProvider provider(String instance, MetricExporter exporter) {
        return SdkMeterProvider.builder()
                .setResource(Resource.create(Attributes.of(AttributeKey.stringKey("service.instance.id"), instance)))
                .registerView(
                        InstrumentSelector.builder()
                                .setName("http.server.request.duration")
                                .build(),
                        View.builder()
                                .setAggregation(Aggregation.base2ExponentialBucketHistogram())
                                .build())
                .registerMetricReader(PeriodicMetricReader.builder(exporter)
                        .setInterval(Duration.ofHours(1))
                        .build())
                .build();
    }

    @Test
    void a_refusal_over_grpc_has_the_status_and_the_sentence_that_its_client_shows() throws Exception {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        try {
            assertThat(call(channel, new byte[0])).as("an empty push").isEmpty();
            assertThatThrownBy(() -> call(channel, new byte[] {10, 127}))
                    .hasMessageStartingWith("INVALID_ARGUMENT: The body cannot be read");
            assertThatThrownBy(() -> call(channel, new byte[(1 << 19) + 1]))
                    .hasMessage("RESOURCE_EXHAUSTED: A push of more than 524288 bytes is refused.");
            byte[] nameless = MetricsRequest.newBuilder()
                    .addResourceMetrics(ResourceMetrics.newBuilder()
                            .setResource(dev.redliner.collector.scrape.wire.otlp.Resource.newBuilder()
                                    .addAttributes(attribute("service.name", "shop"))))
                    .build()
                    .toByteArray();
            assertThatThrownBy(() -> call(channel, nameless))
                    .hasMessageStartingWith("INVALID_ARGUMENT: The push is refused")
                    .hasMessageContaining("service.instance.id");
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    private static final MethodDescriptor<byte[], byte[]> EXPORT = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(OtlpGrpcServer.METHOD)
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();

    private static byte[] call(ManagedChannel channel, byte[] request) {
        return ClientCalls.blockingUnaryCall(
                channel, EXPORT, CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS), request);
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void a_damaged_message_over_grpc_is_answered_with_its_reason() throws Exception {
        CompressorRegistry damaging = CompressorRegistry.newEmptyInstance();
        damaging.register(new HeadingOnly());
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .usePlaintext()
                .compressorRegistry(damaging)
                .build();
        try {
            assertThatThrownBy(() -> ClientCalls.blockingUnaryCall(
                            channel, EXPORT, CallOptions.DEFAULT.withCompression("gzip"), new byte[] {
                                -1, -1, -1, -1, -1, -1, -1, -1
                            }))
                    .hasMessageStartingWith("INVALID_ARGUMENT: The body cannot be read");
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    /** Writes the heading of gzip, and then bytes that are not compressed. */
    private static final class HeadingOnly implements Compressor {
        @Override
        public String getMessageEncoding() {
            return "gzip";
        }

        @Override
        public OutputStream compress(OutputStream out) throws IOException {
            out.write(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0});
            return out;
        }
    }

    @Test
    void a_bomb_over_grpc_is_refused_before_it_is_unpacked() throws Exception {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        try {
            assertThatThrownBy(() -> ClientCalls.blockingUnaryCall(
                            channel, EXPORT, CallOptions.DEFAULT.withCompression("gzip"), new byte[64 << 20]))
                    .hasMessage("RESOURCE_EXHAUSTED: A push of more than 524288 bytes is refused.");
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_push_over_grpc_from_an_address_that_is_not_allowed_is_refused() throws Exception {
        var pushes = new OtlpPushes(inbox(""), List.of(AddressRange.parse("10.0.0.0/8")));
        int other;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            other = free.getLocalPort();
        }
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", other)
                .usePlaintext()
                .build();
        try (var server = OtlpGrpcServer.start(new InetSocketAddress("127.0.0.1", other), pushes)) {
            assertThatThrownBy(() -> call(channel, new byte[0]))
                    .hasMessage("PERMISSION_DENIED: Pushes from 127.0.0.1 are not allowed (redliner.collector.allow).");
            assertThatThrownBy(() -> OtlpGrpcServer.start(new InetSocketAddress("127.0.0.1", other), pushes))
                    .hasMessageContaining("redliner.collector.otlp.grpc-port")
                    .hasMessageContaining(":" + other);
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_push_from_an_address_that_is_not_allowed_is_refused() {
        var pushes = new OtlpPushes(inbox(""), List.of(AddressRange.parse("10.0.0.0/8")));
        assertThatThrownBy(() -> pushes.requireAllowed("127.0.0.1"))
                .hasMessage("Pushes from 127.0.0.1 are not allowed (redliner.collector.allow).");
    }

    @Test
    void a_push_of_any_client_is_as_large_as_is_allowed() throws Exception {
        byte[] large = of("other", "1", gauge("x".repeat(400_000), 3)).toByteArray();
        HttpResponse<String> answer = post("application/x-protobuf", null, large);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void what_cannot_be_read_is_answered_with_what_would_be_right() throws Exception {
        assertThat(post("application/json", null, new byte[0]).statusCode()).isEqualTo(415);
        assertThat(post("application/json", null, new byte[0]).body()).contains("http/protobuf");
        assertThat(post("application/x-protobuf", null, new byte[] {10, 127}).statusCode())
                .isEqualTo(400);
        assertThat(post("application/x-protobuf", "gzip", new byte[] {1, 2, 3}).statusCode())
                .isEqualTo(400);
        var bomb = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bomb)) {
            gzip.write(new byte[64 << 20]);
        }
        HttpResponse<String> tooLarge = post("application/x-protobuf", "gzip", bomb.toByteArray());
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertThat(tooLarge.body()).contains("more than 524288 bytes");
        assertThat(post("application/x-protobuf", "zstd", new byte[0]).statusCode())
                .isEqualTo(415);
        assertThat(post("application/x-protobuf", null, new byte[0]).statusCode())
                .isEqualTo(200);
    }

    private static HttpResponse<String> post(String type, String encoding, byte[] body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", type);
        if (encoding != null) {
            request.header("Content-Encoding", encoding);
        }
        return HttpClient.newHttpClient()
                .send(request.POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());
    }

    private OtlpInbox inbox(String service) {
        return new OtlpInbox(service, 100, () -> now);
    }

    private static MetricsRequest of(String service, String instance, Metric... metrics) {
        return MetricsRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder()
                        .setResource(dev.redliner.collector.scrape.wire.otlp.Resource.newBuilder()
                                .addAttributes(attribute("service.name", service))
                                .addAttributes(attribute("service.instance.id", instance)))
                        .addScopeMetrics(ScopeMetrics.newBuilder().addAllMetrics(List.of(metrics))))
                .build();
    }

    private static Attribute attribute(String key, String value) {
        return Attribute.newBuilder()
                .setKey(key)
                .setValue(AttributeValue.newBuilder().setStringValue(value))
                .build();
    }

    private static Metric gauge(String name, double value) {
        return Metric.newBuilder()
                .setName(name)
                .setGauge(Gauge.newBuilder()
                        .addDataPoints(NumberPoint.newBuilder().setAsDouble(value)))
                .build();
    }

    @Test
    void values_that_are_not_repeated_are_no_longer_those_of_now() throws Exception {
        OtlpInbox inbox = inbox("");
        assertThatThrownBy(() -> read(inbox)).hasMessage("nothing was pushed yet");
        inbox.take(of("shop", "1", gauge("queue", 3)));
        now = now.plusSeconds(3);
        inbox.take(of("shop", "1", gauge("pool", 4)));
        assertThat(read(inbox).gauges()).containsOnlyKeys("app.queue", "app.pool");
        now = now.plusSeconds(3);
        assertThat(read(inbox).gauges()).containsOnlyKeys("app.pool");
        Instant first = read(inbox).startedAt();
        now = now.plusSeconds(30);
        assertThatThrownBy(() -> read(inbox))
                .hasMessage("nothing was pushed for 33 s; push each second (OTEL_METRIC_EXPORT_INTERVAL=1000)");
        inbox.take(of("shop", "1", gauge("pool", 4)));
        assertThat(read(inbox).startedAt()).as("the same process").isEqualTo(first);
    }

    @Test
    void a_unit_of_any_length_is_read_at_once() throws Exception {
        OtlpInbox inbox = inbox("");
        inbox.take(of(
                "shop",
                "1",
                gauge("queue", 3).toBuilder().setUnit("{".repeat(200_000)).build(),
                gauge("disk", 4).toBuilder().setUnit("By/s").build()));
        assertThat(read(inbox).gauges()).containsOnlyKeys("app.queue", "app.disk_bytes_per_second");
    }

    @Test
    void values_of_a_microsecond_at_the_finest_scale_are_read() throws Exception {
        OtlpInbox inbox = inbox("");
        inbox.take(of("shop", "1", exponential(20, -20 << 20, 4)));
        assertThat(read(inbox).gaps()).isEmpty();
        assertThat(LatencyHistogram.of(read(inbox).latencies().get("app.latency_seconds"), 0)
                        .count())
                .isEqualTo(4);
    }

    @Test
    void totals_of_several_processes_are_not_mixed() throws Exception {
        OtlpInbox inbox = inbox("");
        inbox.take(of("shop", "1", gauge("queue", 3)));
        Instant first = now;
        assertThat(read(inbox).startedAt()).isEqualTo(first);
        now = now.plusSeconds(2);
        inbox.take(of("shop", "2", gauge("queue", 4)));
        assertThatThrownBy(() -> read(inbox))
                .hasMessageContaining("several processes push metrics")
                .hasMessageContaining("shop 1, shop 2");
        now = now.plusSeconds(4);
        inbox.take(of("shop", "2", gauge("queue", 4)));
        assertThat(read(inbox).startedAt()).isEqualTo(first.plusSeconds(2));
        OtlpInbox ofShop = inbox("shop");
        ofShop.take(of("sidecar", "1", gauge("queue", 9)));
        ofShop.take(of("shop", "1", gauge("queue", 3)));
        assertThat(read(ofShop).gauges()).containsEntry("app.queue", 3.0);
    }

    @Test
    void changes_since_the_last_push_are_a_gap_that_says_what_to_set() throws Exception {
        OtlpInbox inbox = inbox("");
        var delta = Metric.newBuilder()
                .setName("latency")
                .setUnit("s")
                .setHistogram(Histogram.newBuilder()
                        .setAggregationTemporality(Temporality.DELTA)
                        .addDataPoints(HistogramPoint.newBuilder().setCount(4)));
        inbox.take(of("shop", "1", delta.build(), gauge("queue", 3)));
        Reading reading = read(inbox);
        assertThat(reading.gauges()).containsOnlyKeys("app.queue");
        assertThat(reading.counters()).isEmpty();
        assertThat(reading.gaps())
                .extracting(Gap::name)
                .containsExactlyInAnyOrder(
                        "app.latency_seconds", "app.latency_seconds_count", "app.latency_seconds_sum");
        assertThat(reading.gaps().get(0).reason()).contains("TEMPORALITY_PREFERENCE=cumulative");
    }

    @Test
    void a_histogram_that_is_finer_than_ours_is_read_with_wider_buckets() throws Exception {
        for (int scale : new int[] {4, 8, 10, 20}) {
            OtlpInbox inbox = inbox("");
            // the bucket that ends at 0.5 s
            int offset = (int) (-1 * Math.pow(2, scale)) - 1;
            inbox.take(of("shop", "1", exponential(scale, offset, 5, 7)));
            Reading reading = read(inbox);
            assertThat(reading.gaps()).isEmpty();
            var latency = LatencyHistogram.of(reading.latencies().get("app.latency_seconds"), 0);
            assertThat(latency.count()).isEqualTo(12);
            assertThat(latency.quantileSeconds(0.5)).as("scale " + scale).isBetween(0.45, 0.55);
        }
    }

    @Test
    void hostile_histograms_are_gaps() throws Exception {
        for (Metric metric : List.of(
                exponential(4, Integer.MAX_VALUE, 5),
                exponential(4, Integer.MIN_VALUE, 5),
                exponential(Integer.MAX_VALUE, 1, -5),
                exponential(Integer.MIN_VALUE, 1, 5),
                exponential(1, 1, 5),
                exponential(20, 1, Long.MAX_VALUE, Long.MAX_VALUE),
                Metric.newBuilder()
                        .setName("latency")
                        .setUnit("s")
                        .setHistogram(Histogram.newBuilder()
                                .setAggregationTemporality(Temporality.CUMULATIVE)
                                .addDataPoints(HistogramPoint.newBuilder()
                                        .addBucketCounts(1)
                                        .addExplicitBounds(1)
                                        .addExplicitBounds(2)))
                        .build())) {
            OtlpInbox inbox = inbox("");
            inbox.take(of("shop", "1", metric, gauge("queue", 3)));
            Reading reading = read(inbox);
            assertThat(reading.gauges()).containsEntry("app.queue", 3.0);
            assertThat(reading.latencies()).isEmpty();
            assertThat(reading.gaps()).extracting(Gap::name).contains("app.latency_seconds");
        }
    }

    private static Metric exponential(int scale, int offset, long... counts) {
        var buckets = Buckets.newBuilder().setOffset(offset);
        Arrays.stream(counts).forEach(buckets::addBucketCounts);
        return Metric.newBuilder()
                .setName("latency")
                .setUnit("s")
                .setExponentialHistogram(ExponentialHistogram.newBuilder()
                        .setAggregationTemporality(Temporality.CUMULATIVE)
                        .addDataPoints(ExponentialPoint.newBuilder()
                                .setCount(Arrays.stream(counts).sum())
                                .setScale(scale)
                                .setPositive(buckets)))
                .build();
    }

    @Test
    void too_many_metrics_or_processes_are_refused() throws Exception {
        OtlpInbox inbox = inbox("");
        Metric[] many = new Metric[101];
        Arrays.setAll(many, i -> gauge("m" + i, i));
        assertThatThrownBy(() -> inbox.take(of("shop", "1", many))).hasMessageContaining("more than 100 metrics");
        OtlpInbox other = inbox("");
        for (int i = 0; i < 10; i++) {
            other.take(of("shop", "" + i, gauge("queue", 1)));
        }
        assertThatThrownBy(() -> other.take(of("shop", "10", gauge("queue", 1))))
                .hasMessageContaining("more than 10 processes");
    }
}
