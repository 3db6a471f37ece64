package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficMinute;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.controller.traffic.TrafficBook;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The pages of a service that has redlines and traffic, so that every part of their templates is rendered. */
class PagesWithResultsTest {
    private static final Instant NOW =
            Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(1));

    private static ApiServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new ApiServer();
        HttpRequest apply = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/services/checkout"))
                .header("Content-Type", "application/yaml")
                .PUT(HttpRequest.BodyPublishers.ofString(OverviewPages.EXAMPLE))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(apply, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(201);
        run(1, RunState.COMPLETED, new RedlineReport(120, 112, 128.0, 110.0, "slo", false));
        run(2, RunState.ABORTED, null);
        run(3, RunState.COMPLETED, new RedlineReport(110, 104, 116.0, 100.0, "slo", false));
        long[] counts = LongStream.generate(() -> 280).limit(60).toArray();
        for (int minute = 0; minute < 10; minute++) {
            TrafficMinute traffic =
                    new TrafficMinute("checkout", NOW.plus(Duration.ofMinutes(minute)), 1, SecondCounts.of(counts));
            assertThat(server.part(TrafficBook.class).add(traffic, Instant.now()))
                    .isTrue();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void the_overview_shows_redline_headroom_and_what_needs_a_look() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("104 to 116", "peak 280 of 300 rps", "6.7%", "checkout: little headroom")
                .contains("3 runs, the newest at the right");
    }

    @Test
    void the_service_shows_its_trend_and_the_hours_with_enough_traffic() throws Exception {
        HttpResponse<String> page = get("/services/checkout");
        assertThat(page.statusCode()).isEqualTo(200);
        // 1.15 * 116 / 60%
        assertThat(page.body())
                .contains("2 redlines from", "1 of 1 known hours reach the 222 rps that a run needs.")
                .contains("Plan with the safe rate of", "6.7%");
    }

    @Test
    void the_runs_and_the_choice_of_runs_to_compare_list_the_redlines() throws Exception {
        assertThat(get("/runs").body()).contains("checkout-3", "112 to 128", "Aborted");
        assertThat(get("/compare").body()).contains("checkout-1, 120 rps").doesNotContain("checkout-2,");
    }

    @Test
    void a_wrong_address_is_answered_with_a_page() throws Exception {
        HttpResponse<String> margin = get("/compare?margin=much");
        assertThat(margin.statusCode()).isEqualTo(400);
        assertThat(margin.body()).contains("<main", "Its parameter", "cannot have this value.");
        assertThat(get("/audit?before=-7").statusCode()).isEqualTo(200);
        assertThat(get("/compare?margin=NaN&runs=a,b,c,d,e").statusCode()).isEqualTo(404);
        HttpResponse<String> missing = get("/runs/none/report.html");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).contains("<main", "There is no run none.");
    }

    @Test
    void the_schemas_are_there_for_editors() throws Exception {
        HttpResponse<String> service = get("/schemas/service.json");
        assertThat(service.headers().firstValue("Content-Type")).contains("application/schema+json");
        assertThat(JsonMapper.shared()
                        .readTree(service.body())
                        .at("/properties/pool/properties/maxShare/description")
                        .asString())
                .isEqualTo("The most that the SUT may get.");
        assertThat(get("/schemas/schedule.json").body()).contains("urn:redliner:schema:schedule");
    }

    @Test
    void only_a_page_of_this_server_lets_the_audit_log_be_verified() throws Exception {
        for (String site : List.of("cross-site", "same-site", "same-origin", "none")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/audit?verify=true"))
                    .header("Sec-Fetch-Site", site)
                    .build();
            String page = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body();
            assertThat(page.contains("entries are present and unchanged"))
                    .as(site)
                    .isEqualTo(site.equals("same-origin") || site.equals("none"));
        }
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString());
    }

    private static void run(int number, RunState state, RedlineReport redline) {
        String id = "checkout-" + number;
        Instant at = NOW.minus(Duration.ofDays(4 - number));
        RunSummary summary = new RunSummary(id, "checkout", state, "for a reason", at, at.plusSeconds(180), redline);
        server.part(JdbcClient.class)
                .sql("insert into run (id, service, token, state, started_at, started_by, ended_at, definition,"
                        + " summary) values (?, 'checkout', ?, ?, ?, 'test', ?, '{}', ?)")
                .params(
                        id,
                        number,
                        state.name(),
                        Timestamp.from(at),
                        Timestamp.from(at.plusSeconds(180)),
                        JsonMapper.builder().build().writeValueAsString(summary))
                .update();
    }
}
