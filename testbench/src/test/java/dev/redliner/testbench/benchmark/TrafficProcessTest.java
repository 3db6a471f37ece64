package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.redliner.standalone.traffic.LoadSettings;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class TrafficProcessTest {
    private static final Duration WITHIN = Duration.ofSeconds(60);

    private final AtomicLong requests = new AtomicLong();
    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final DisposableServer server = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.get("/page", (request, response) -> {
                requests.incrementAndGet();
                users.add(request.requestHeaders().get("x-user-id", "none"));
                return response.header("x-host", "h-1").sendString(Mono.just("ok"));
            }))
            .bindNow();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        server.disposeNow();
    }

    @Test
    void another_process_sends_the_traffic_and_reports_it_until_it_is_closed() {
        ProcessHandle process;
        try (TrafficProcess traffic = start()) {
            process = traffic.handle();
            assertThat(process.isAlive()).isTrue();
            await().atMost(WITHIN).until(() -> traffic.counts().answered() >= 100);
            assertThat(traffic.counts().byStatus()).containsOnlyKeys(200);
            assertThat(traffic.counts().byHost()).containsOnlyKeys("h-1");
            assertThat(traffic.punctuality().requests()).isGreaterThanOrEqualTo(100);
            assertThat(traffic.counts().answered()).isLessThanOrEqualTo(requests.get());
            assertThat(users).hasSizeBetween(30, 50).allMatch(user -> user.startsWith("u-"));
        }
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void the_rate_can_be_changed_while_it_runs() {
        try (TrafficProcess traffic = start()) {
            traffic.rps(1);
            assertThat(traffic.rps()).isEqualTo(1);
            // less than in half a second of the rate before
            long slow = traffic.counts().due();
            LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
            long before = traffic.counts().due();
            assertThat(before - slow).isLessThan(200);
            traffic.rps(1_000);
            await().atMost(WITHIN).until(() -> traffic.counts().due() > before + 500);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> traffic.rps(0))
                    .withMessageContaining("rps 0.0");
        }
    }

    @Test
    void the_process_ends_when_the_pipe_of_its_parent_closes() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(TrafficProcess.command(settings()))
                .redirectError(Redirect.DISCARD)
                .start();
        try {
            await().atMost(WITHIN).until(() -> requests.get() > 0);
            process.getOutputStream().close();
            assertThat(process.waitFor(WITHIN.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_process_that_was_terminated_is_an_error_that_names_its_log() {
        try (TrafficProcess traffic = start()) {
            traffic.handle().destroy();
            await().atMost(WITHIN).until(() -> !traffic.handle().isAlive());
            assertThatIllegalStateException()
                    .isThrownBy(traffic::counts)
                    .withMessageContaining("has ended")
                    .withMessageContaining("traffic.log");
        }
    }

    private TrafficProcess start() {
        return TrafficProcess.start(settings(), folder.resolve("traffic.log"));
    }

    private LoadSettings settings() {
        return new LoadSettings(
                URI.create("http://127.0.0.1:" + server.port() + "/page"),
                400,
                50,
                0.05,
                Duration.ofMinutes(1),
                0.01,
                100,
                Duration.ofSeconds(10),
                1);
    }
}
