package dev.redliner.standalone.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.cli.CliFailure;
import dev.redliner.standalone.StubServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoopbackTest {
    @Test
    void a_body_with_status_200_is_returned() throws IOException {
        try (var server = new StubServer().on("GET /page", 200, "text/plain", "ok")) {
            assertThat(Loopback.awaitOk(page(server), Duration.ofMinutes(1))).isEqualTo("ok");
        }
    }

    @Test
    void another_status_is_asked_again_and_is_in_the_error() throws IOException {
        try (var server = new StubServer().on("GET /page", 503, "text/plain", "no healthy upstream")) {
            URI page = page(server);

            assertThatThrownBy(() -> Loopback.awaitOk(page, Duration.ofSeconds(2)))
                    .isInstanceOf(CliFailure.class)
                    .hasMessage(page + " did not answer with 200 within 2 s. The last answer: status 503 no healthy"
                            + " upstream.");
            assertThat(server.asked()).hasSizeGreaterThan(1);
        }
    }

    @Test
    void the_error_has_the_cause_without_an_answer() throws IOException {
        var server = new StubServer();
        URI page = page(server);
        server.close();

        assertThatThrownBy(() -> Loopback.awaitOk(page, Duration.ofSeconds(1)))
                .hasMessageContaining("The last answer: java.net.ConnectException");
    }

    private static URI page(StubServer server) {
        return URI.create(server.url() + "/page");
    }
}
