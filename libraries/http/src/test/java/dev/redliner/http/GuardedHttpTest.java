package dev.redliner.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedHttpTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int MAX_BODY = 1_000;

    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private GuardedHttp http;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(serving);
        server.start();
        http = client("127.0.0.0/8");
    }

    @AfterEach
    void stop() {
        ended.countDown();
        http.close();
        server.stop(0);
        serving.shutdownNow();
    }

    @Test
    void a_body_and_its_headers_are_sent_and_answered() throws Exception {
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            var answered = exchange.getResponseHeaders();
            answered.add("X-Method", exchange.getRequestMethod());
            answered.add("X-Type", exchange.getRequestHeaders().getFirst("Content-Type"));
            answered.add("X-Agent", exchange.getRequestHeaders().getFirst("User-Agent"));
            exchange.sendResponseHeaders(202, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        var answer = http.send(
                Request.post(
                        at("/"),
                        Map.of("Content-Type", "application/json"),
                        "{\"ä\":1}".getBytes(StandardCharsets.UTF_8)),
                LIMIT);
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.isSuccess()).isTrue();
        assertThat(answer.text()).isEqualTo("{\"ä\":1}");
        assertThat(answer.header("x-method")).contains("POST");
        assertThat(answer.header("X-Type")).contains("application/json");
        assertThat(answer.header("X-Agent")).contains("redliner-test");
        assertThat(answer.header("absent")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 500})
    void no_more_than_the_limit_is_read(int status) throws Exception {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, MAX_BODY + 1);
            exchange.getResponseBody().write(new byte[MAX_BODY + 1]);
            exchange.close();
        });
        if (status == 200) {
            assertThatThrownBy(() -> http.send(Request.get(at("/"), Map.of()), LIMIT))
                    .isInstanceOf(TooLong.class)
                    .hasMessage("answered with more than 1000 bytes");
        } else {
            var answer = http.send(Request.get(at("/"), Map.of()), LIMIT);
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).hasSize(MAX_BODY);
        }
    }

    @Test
    void a_redirect_is_an_answer_and_is_not_followed() throws Exception {
        server.createContext("/elsewhere", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        var answer = http.send(Request.post(at("/"), Map.of(), new byte[] {1}), LIMIT);
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.body()).isEmpty();
        assertThat(asked).hasValue(0);
    }

    @Test
    void an_answer_that_never_ends_is_cancelled_at_the_limit() {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('a');
            exchange.getResponseBody().flush();
            awaitEnd();
        });
        assertThatThrownBy(() -> http.send(Request.get(at("/"), Map.of()), Duration.ofMillis(300)))
                .isInstanceOf(ExchangeFailed.class)
                .hasMessage("no whole answer in time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"})
    void nothing_is_sent_to_an_address_outside_the_allowed_ranges(String host) {
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.close();
        });
        try (var strict = client("10.0.0.0/8")) {
            var uri = URI.create("http://" + host + ":" + server.getAddress().getPort() + "/");
            var refused =
                    catchThrowableOfType(AddressRefused.class, () -> strict.send(Request.get(uri, Map.of()), LIMIT));
            assertThat(refused.reason()).contains("which no range of redliner.test.allow holds");
        }
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "ftp://127.0.0.1/", "http://me:secret@127.0.0.1/", "http:///path"})
    void an_address_that_is_not_plain_http_is_refused(String uri) {
        assertThatThrownBy(() -> http.send(Request.get(URI.create(uri), Map.of()), LIMIT))
                .isInstanceOf(AddressRefused.class)
                .hasMessageNotContaining("secret");
    }

    private static GuardedHttp client(String range) {
        return new GuardedHttp(List.of(AddressRange.parse(range)), "redliner.test.allow", "redliner-test", MAX_BODY);
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void awaitEnd() {
        try {
            ended.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
