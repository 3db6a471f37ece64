package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.controller.api.ScriptedRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The number of queries of each page, with one service and with many. */
class PageQueriesTest {
    private static final int MANY = 15;
    private static final Map<String, Integer> MOST = new TreeMap<>(Map.of(
            "/", 6,
            "/parts/overview", 6,
            "/parts/own-parts", 3,
            "/services/service-0", 8,
            "/runs", 3,
            "/runs/41", 4,
            "/compare", 4,
            "/audit", 2,
            "/schedules", 10,
            "/parts/next", 8));

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @Test
    void the_queries_of_a_page_do_not_grow_with_services_and_runs() throws Exception {
        try (ApiServer server = new ApiServer()) {
            add(server, 0);
            server.runs().put(ScriptedRun.completed("41"));
            Map<String, Integer> one = new TreeMap<>();
            for (String page : MOST.keySet()) {
                one.put(page, queries(server, page));
                assertThat(one.get(page)).as(page).isBetween(1, MOST.get(page));
            }
            assertThat(queries(server, "/words")).isZero();
            HttpRequest ownParts = HttpRequest.newBuilder(URI.create(server.url() + "/parts/own-parts"))
                    .build();
            assertThat(CLIENT.send(ownParts, BodyHandlers.ofString()).body())
                    .contains("none is connected", "No redirector reports an Envoy of service-0.");
            for (int i = 1; i < MANY; i++) {
                add(server, i);
            }
            for (String page : MOST.keySet()) {
                assertThat(queries(server, page)).as(page).isEqualTo(one.get(page));
            }
        }
    }

    private static int queries(ApiServer server, String page) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.url() + page)).build();
        // the first one also parses the definitions, and reads the traffic of a week for some minutes
        for (int i = 0; ; i++) {
            int before = server.queries();
            assertThat(CLIENT.send(request, BodyHandlers.discarding()).statusCode())
                    .as(page)
                    .isEqualTo(200);
            if (i == 1) {
                return server.queries() - before;
            }
        }
    }

    /** A service with a completed run and a schedule. */
    private static void add(ApiServer server, int number) throws IOException, InterruptedException {
        String name = "service-" + number;
        put(server, "/api/v1/services/" + name, OverviewPages.EXAMPLE.replace("checkout", name));
        String schedule = EditorPages.SCHEDULE
                .replace("checkout-nightly", name + "-nightly")
                .replace("checkout", name);
        put(server, "/api/v1/schedules/" + name + "-nightly", schedule);
        Instant at = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(1));
        var redline = new RedlineReport(120, 112, 128.0, 110.0, "slo", false);
        var summary =
                new RunSummary(name + "-1", name, RunState.COMPLETED, null, at, at.plusSeconds(180), redline, null);
        server.part(JdbcClient.class)
                .sql("insert into run (id, service, token, state, started_at, started_by, ended_at, definition,"
                        + " summary) values (?, ?, 1, 'COMPLETED', ?, 'test', ?, '{}', ?)")
                .params(
                        summary.id(),
                        name,
                        Timestamp.from(at),
                        Timestamp.from(at.plusSeconds(180)),
                        JsonMapper.builder().build().writeValueAsString(summary))
                .update();
    }

    private static void put(ApiServer server, String path, String yaml) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/yaml")
                .PUT(BodyPublishers.ofString(yaml))
                .build();
        assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode())
                .as(path)
                .isEqualTo(201);
    }
}
