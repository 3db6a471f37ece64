package dev.redliner.standalone.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoopbackTest {
    private final AtomicInteger refusals = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean refused = refusals.getAndDecrement() > 0;
            byte[] body = (refused ? "no healthy upstream" : "ok").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(refused ? 503 : 200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void the_first_body_with_status_200_is_returned() {
        refusals.set(2);

        assertThat(Loopback.awaitOk(page(), Duration.ofMinutes(1))).isEqualTo("ok");
    }

    @Test
    void the_error_has_the_last_status() {
        refusals.set(Integer.MAX_VALUE);

        assertThatThrownBy(() -> Loopback.awaitOk(page(), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(page() + " did not answer with 200 within 1 s. The last answer: status 503 no healthy"
                        + " upstream.");
    }

    @Test
    void the_error_has_the_cause_without_an_answer() {
        URI page = page();
        server.stop(0);

        assertThatThrownBy(() -> Loopback.awaitOk(page, Duration.ofSeconds(1)))
                .hasMessageContaining("The last answer: java.net.ConnectException");
    }

    private URI page() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }
}
