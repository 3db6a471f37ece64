package dev.redliner.standalone.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class TrafficTest {
    private final Set<String> users = ConcurrentHashMap.newKeySet();
    private final DisposableServer server = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.get("/ok", (request, response) -> {
                        users.add(request.requestHeaders().get("x-user-id", "none"));
                        return response.header("x-host", "h-1").sendString(Mono.just("ok"));
                    })
                    .get("/broken", (request, response) -> response.status(503).send())
                    .get("/silent", (request, response) -> Mono.never()))
            .bindNow();

    @AfterEach
    void stop() {
        server.disposeNow();
    }

    @Test
    void answers_are_counted_by_status_and_host_and_none_is_lost() {
        Traffic traffic = Traffic.start(settings("/ok", 50, 10));
        await().until(() -> traffic.counts().answered() >= 200);
        traffic.close();
        TrafficCounts counts = traffic.counts();
        assertThat(counts.byHost()).containsOnlyKeys("h-1");
        assertThat(counts.byStatus().get(200)).isEqualTo(counts.byHost().get("h-1"));
        assertThat(counts.due()).isEqualTo(counts.answered() + counts.failed() + counts.shed() + counts.inFlight());
        assertThat(users).hasSizeBetween(45, 50).allMatch(user -> user.startsWith("u-"));
        assertThat(traffic.punctuality().requests()).isEqualTo(counts.due());
    }

    @Test
    void failing_answers_are_answers_too() {
        try (Traffic traffic = Traffic.start(settings("/broken", 50, 10))) {
            await().until(() -> traffic.counts().answered() >= 20);
            assertThat(traffic.counts().byStatus()).containsOnlyKeys(503);
            assertThat(traffic.counts().byHost()).isEmpty();
        }
    }

    @Test
    void it_never_waits_for_answers_but_sheds_beyond_the_bound() {
        try (Traffic traffic = Traffic.start(settings("/silent", 50, 10))) {
            await().until(() -> traffic.counts().shed() >= 50);
            assertThat(traffic.counts().inFlight()).isLessThanOrEqualTo(10);
            assertThat(traffic.counts().answered()).isZero();
        }
    }

    @Test
    void unanswered_requests_fail_in_time() {
        var settings = settings("/silent", 50, 1_000);
        var impatient = new LoadSettings(
                settings.target(), 200, 50, 0, Duration.ofMinutes(1), 0, 1_000, Duration.ofMillis(100), 1);
        try (Traffic traffic = Traffic.start(impatient)) {
            await().until(() -> traffic.counts().failed() >= 20);
        }
    }

    @Test
    void the_rate_can_be_changed_while_it_runs() {
        try (Traffic traffic = Traffic.start(settings("/ok", 50, 100))) {
            traffic.rps(1);
            await().until(() -> traffic.rps() == 1);
            long before = traffic.counts().due();
            traffic.rps(1_000);
            await().atMost(Duration.ofSeconds(10)).until(() -> traffic.counts().due() > before + 500);
        }
    }

    private LoadSettings settings(String path, int users, int maxInFlight) {
        return new LoadSettings(
                URI.create("http://127.0.0.1:" + server.port() + path),
                400,
                users,
                0,
                Duration.ofMinutes(1),
                0,
                maxInFlight,
                Duration.ofSeconds(10),
                1);
    }
}
