package dev.redliner.collector.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.http.AddressRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int MAX_BODY = 10_000;

    private final AtomicInteger asked = new AtomicInteger();
    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private HttpServer server;
    private Targets targets;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(serving);
        server.start();
        targets = targetsAllowing(SystemDefaultDnsResolver.INSTANCE, "127.0.0.0/8", "::1/128");
    }

    @AfterEach
    void stop() {
        targets.close();
        server.stop(0);
        serving.shutdownNow();
    }

    @Test
    void an_allowed_target_is_read() throws Exception {
        on("/metrics", exchange -> answer(exchange, 200, "up 1\n".getBytes()));
        assertThat(get("/metrics")).isEqualTo("up 1\n");
    }

    @Test
    void a_compressed_answer_is_read() throws Exception {
        on("/metrics", exchange -> answerCompressed(exchange, "up 1\n".getBytes()));
        assertThat(get("/metrics")).isEqualTo("up 1\n");
    }

    @Test
    void an_answer_that_unpacks_to_more_than_the_limit_is_a_failed_read() {
        on("/metrics", exchange -> answerCompressed(exchange, new byte[MAX_BODY + 1]));
        assertThatThrownBy(() -> get("/metrics")).hasMessage("answered with more than 10000 bytes");
    }

    @Test
    void a_redirect_is_not_followed() {
        on("/secret", exchange -> answer(exchange, 200, "secret".getBytes()));
        on("/metrics", exchange -> {
            exchange.getResponseHeaders().add("Location", "/secret");
            answer(exchange, 302, new byte[0]);
        });
        assertThatThrownBy(() -> get("/metrics")).hasMessage("answered 302 to /secret; redirects are not followed");
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_target_outside_the_allowed_ranges_is_refused_and_nothing_sent() {
        on("/metrics", exchange -> answer(exchange, 200, new byte[1]));
        try (Targets strict = targetsAllowing(SystemDefaultDnsResolver.INSTANCE, "10.0.0.0/8")) {
            assertThatThrownBy(() -> strict.target(uri("/metrics"), "*/*").get(LIMIT))
                    .isInstanceOf(TargetRefused.class)
                    .hasMessageContaining("127.0.0.1, which no range");
        }
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2130706433", "127.1", "[::ffff:127.0.0.1]", "localhost", "[::1]"})
    void an_odd_spelling_of_a_forbidden_address_is_refused_as_well(String spelling) {
        on("/metrics", exchange -> answer(exchange, 200, new byte[1]));
        try (Targets strict = targetsAllowing(SystemDefaultDnsResolver.INSTANCE, "10.0.0.0/8")) {
            var uri =
                    URI.create("http://" + spelling + ":" + server.getAddress().getPort() + "/metrics");
            assertThatThrownBy(() -> strict.target(uri, "*/*").get(LIMIT)).isInstanceOf(ReadFailed.class);
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void a_name_is_judged_by_the_address_that_is_connected_to() throws Exception {
        on("/metrics", exchange -> answer(exchange, 200, "up 1\n".getBytes()));
        var turns = new AtomicInteger();
        // resolves first to an allowed address and then to another one, as a hostile name server would
        DnsResolver turncoat = new SystemDefaultDnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                String address = turns.getAndIncrement() == 0 ? "10.0.0.1" : "127.0.0.1";
                return new InetAddress[] {InetAddress.getByName(address)};
            }
        };
        try (Targets strict = targetsAllowing(turncoat, "10.0.0.0/8")) {
            var uri = URI.create("http://metrics.example:" + server.getAddress().getPort() + "/metrics");
            Target target = strict.target(uri, "*/*");
            assertThatThrownBy(() -> target.get(Duration.ofMillis(100))).isInstanceOf(ReadFailed.class);
            assertThatThrownBy(() -> target.get(LIMIT)).isInstanceOf(TargetRefused.class);
        }
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "ftp://127.0.0.1/",
                "http://user:secret@127.0.0.1/",
                "/metrics",
                "http:///x"
            })
    void an_address_that_is_none_to_ask_is_refused(String address) {
        assertThatThrownBy(() -> targets.target(URI.create(address), "*/*"))
                .isInstanceOf(TargetRefused.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    void an_answer_that_drips_ends_at_the_limit() {
        var over = new CountDownLatch(1);
        on("/metrics", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 200; i++) {
                exchange.getResponseBody().write('a');
                exchange.getResponseBody().flush();
                await(over, 25);
            }
        });
        assertThatThrownBy(() -> targets.target(uri("/metrics"), "*/*").get(Duration.ofMillis(200)))
                .isInstanceOf(ReadFailed.class);
        over.countDown();
    }

    @Test
    void a_connection_that_breaks_is_tried_again_while_there_is_time() throws Exception {
        on("/metrics", exchange -> {
            if (asked.get() < 3) {
                exchange.close();
            } else {
                answer(exchange, 200, "up 1\n".getBytes());
            }
        });
        assertThat(get("/metrics")).isEqualTo("up 1\n");
        assertThat(asked).hasValue(3);
    }

    @Test
    void a_target_that_keeps_failing_is_left_alone() throws Exception {
        on("/metrics", exchange -> answer(exchange, 500, new byte[0]));
        Target target = targets.target(uri("/metrics"), "*/*");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> target.get(LIMIT)).hasMessage("answered 500");
        }
        assertThatThrownBy(() -> target.get(LIMIT)).hasMessage("failed repeatedly; left alone for a moment");
        assertThat(asked).hasValue(5);
    }

    @Test
    void circuit_breakers_show_in_the_metrics_until_their_target_is_closed() throws Exception {
        Target target = targets.target(uri("/metrics"), "*/*");
        assertThat(meters.find("resilience4j.circuitbreaker.state").gauges()).isNotEmpty();
        target.close();
        assertThat(meters.find("resilience4j.circuitbreaker.state").gauges()).isEmpty();
    }

    private Targets targetsAllowing(DnsResolver resolver, String... ranges) {
        return new Targets(List.of(ranges).stream().map(AddressRange::parse).toList(), MAX_BODY, resolver, meters);
    }

    private String get(String path) throws ReadFailed {
        return targets.target(uri(path), "*/*").get(LIMIT);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void on(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            asked.incrementAndGet();
            handler.handle(exchange);
            exchange.close();
        });
    }

    private static void answer(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static void answerCompressed(HttpExchange exchange, byte[] body) throws IOException {
        assertThat(exchange.getRequestHeaders().getFirst("Accept-Encoding")).contains("gzip");
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(body);
        }
        exchange.getResponseHeaders().add("Content-Encoding", "gzip");
        answer(exchange, 200, bytes.toByteArray());
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            if (latch.await(millis, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the reader gave up");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
