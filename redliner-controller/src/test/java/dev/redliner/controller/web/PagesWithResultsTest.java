package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficMinute;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.controller.api.ScriptedRun;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.traffic.TrafficBook;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        // 1.15 * 110 / 60%
        assertThat(page.body())
                .contains("The peak was above the safe capacity on 0 of 1 day.")
                .contains("2 redlines from", "1 of 1 known hours reach the 211 rps that a run needs.")
                .contains("Plan with the <a href=\"/words#safe-rate\">safe rate</a> of", "6.7%");
    }

    @Test
    void pictures_are_in_the_zone_of_the_reader() throws Exception {
        assertThat(get("/services/checkout").body()).contains("hours in UTC", "days in UTC");
        assertThat(get("/services/checkout", "redliner-zone=Asia/Kolkata").body())
                .contains("hours in Asia/Kolkata", "days in Asia/Kolkata");
        for (String cookie : List.of("redliner-zone=", "redliner-zone=Nowhere/None", "redliner-zone=%3Cb%3E")) {
            HttpResponse<String> page = get("/services/checkout", cookie);
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("hours in UTC");
        }
    }

    @Test
    void the_form_of_a_run_says_what_to_expect_of_it() throws Exception {
        assertThat(get("/services/checkout").body())
                .contains("Most traffic on checkout-1", "60% of the requests, 33.3% without a run")
                .contains("at most 15 min 0 s", "Run checkout-3 took", "at most 0.5% of the requests of the SUT")
                .contains("checkout: no counts arrive")
                .doesNotContain("Now up to");
    }

    @Test
    void the_hosts_for_a_load_are_planned_on_the_page_of_the_service() throws Exception {
        assertThat(get("/services/checkout").body())
                .contains("3 hosts for 280 rps", "the busiest five minutes of seven days", "The pool has 3.")
                .doesNotContain("The pool is too small.");
        assertThat(get("/services/checkout?rps=1000&growth=20&spare=1&zones=3").body())
                .contains("21 hosts for 1,200 rps", "12 for the load (as entered), each at the safe rate of 100 rps")
                .contains("11 to 12 within the redline", "The pool is too small.", "value=\"1000\"");
        assertThat(get("/services/checkout?rps=many").body())
                .contains("The load &#39;many&#39; is not a number such as 2500.");
        assertThat(get("/services/checkout?spare=-1").body())
                .contains("The number of spare hosts is not within 0 to 100000.");
    }

    @Test
    void the_hosts_for_a_load_are_planned_for_programs() throws Exception {
        var plan = JsonMapper.shared()
                .readTree(get("/api/v1/services/checkout/plan?rps=1000&growth=20&spare=1&zones=3")
                        .body());
        assertThat(plan.path("needed").asInt()).isEqualTo(21);
        assertThat(plan.path("forLoad").asInt()).isEqualTo(12);
        assertThat(plan.path("run").asString()).isEqualTo("checkout-3");
        assertThat(plan.path("source").asString()).isEqualTo("asked");
        var peak = JsonMapper.shared()
                .readTree(get("/api/v1/services/checkout/plan").body());
        assertThat(peak.path("source").asString()).isEqualTo("peak");
        assertThat(peak.path("rps").asDouble()).isEqualTo(280);
        for (String wrong : List.of("rps=0", "rps=many", "rps=Infinity", "growth=-100", "spare=x", "zones=0", "rps=")) {
            assertThat(get("/api/v1/services/checkout/plan?" + wrong).statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        assertThat(get("/api/v1/services/none/plan").statusCode()).isEqualTo(404);
    }

    @Test
    void without_a_redline_there_is_no_plan() throws Exception {
        HttpRequest apply = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/services/fresh"))
                .header("Content-Type", "application/yaml")
                .PUT(HttpRequest.BodyPublishers.ofString(
                        OverviewPages.EXAMPLE.replace("service: checkout", "service: fresh")))
                .build();
        HttpClient.newHttpClient().send(apply, BodyHandlers.ofString());
        HttpResponse<String> plan = get("/api/v1/services/fresh/plan?rps=100");
        assertThat(plan.statusCode()).isEqualTo(409);
        assertThat(plan.body())
                .contains("urn:redliner:problem:nothing-to-plan-with", "has no completed run with a redline");
        assertThat(get("/services/fresh").body())
                .contains("no redirector reports one of this pool")
                .contains(
                        "The service fresh has no completed run with a redline, so what one host carries is not known.");
    }

    @Test
    void the_overview_shows_the_state_of_the_parts_of_redliner() throws Exception {
        assertThat(get("/parts/own-parts").body())
                .contains("missing for checkout", "Audit log", "hx-trigger=\"every 15s\"");
        Share baseline = Share.ofFraction(0.333);
        var away = new EnvoyState("edge-2", EnvoyState.State.APPLIED, Share.ofFraction(0.5), null);
        server.report("checkout", new EnvoyState("edge-1", EnvoyState.State.BASELINE, baseline, null), away, away);
        assertThat(get("/parts/own-parts").body())
                .contains("2 connected, 1 not on their baseline")
                .doesNotContain("No redirector reports an Envoy of checkout");
    }

    @Test
    void the_form_of_a_run_warns_of_envoys_with_another_share() throws Exception {
        var baseline = new EnvoyState("edge-1", EnvoyState.State.BASELINE, Share.ofFraction(0.333), null);
        var away = new EnvoyState("edge-2", EnvoyState.State.APPLIED, Share.ofFraction(0.5), null);
        server.report("checkout", baseline, away);
        assertThat(get("/services/checkout").body()).contains("1 of 2 not on their baseline");
        server.report("checkout", baseline, baseline);
        assertThat(get("/services/checkout").body()).doesNotContain("not on their baseline");
    }

    @Test
    void a_deploy_since_the_last_redline_is_named() throws Exception {
        assertThat(get("/services/checkout").body()).doesNotContain("No run has completed since.");
        server.part(JdbcClient.class)
                .sql("insert into deploy (source, id, service, version, deployed_at, received_at, announced_by)"
                        + " values ('ci', '1', 'checkout', '1.2.3', ?, ?, 'ci')")
                .params(Timestamp.from(NOW), Timestamp.from(NOW))
                .update();
        try {
            assertThat(get("/services/checkout").body())
                    .contains("Version 1.2.3 was deployed at", "No run has completed since.");
        } finally {
            server.part(JdbcClient.class).sql("delete from deploy").update();
        }
    }

    @Test
    void a_report_has_its_steps_rules_and_budget_without_a_script() throws Exception {
        server.runs().put(ScriptedRun.completed("41"));
        assertThat(get("/runs/41").body())
                .contains(
                        "data-budget=\"0.5%\"",
                        "held for 45 s", "a longer probe at 174 rps", ">PASS<", "<dt>At once</dt>")
                .doesNotContain("none yet", "No verdict yet.");
    }

    @Test
    void the_audit_log_is_filtered_by_person_page_by_page() throws Exception {
        String who = "ana+{x}&y";
        AuditLog log = server.part(AuditLog.class);
        for (int i = 0; i < 101; i++) {
            log.record(new AuditEntry(who, AuditAction.ACCESS_LOGIN, "", "", "", "entry " + i + "."));
        }
        String filtered = "/audit?who=" + URLEncoder.encode(who, StandardCharsets.UTF_8);
        await().until(() -> get(filtered).body().contains("entry 100."));
        String newest = get(filtered).body();
        assertThat(newest).contains("entry 1.").doesNotContain("entry 0.");
        Matcher older = Pattern.compile("href=\"([^\"]*)\">Older entries").matcher(newest);
        assertThat(older.find()).isTrue();
        String next = get(older.group(1).replace("&amp;", "&")).body();
        assertThat(next).contains("entry 0.").doesNotContain("entry 1.", "Older entries");
        assertThat(get("/audit?who=bob").body()).contains("No entry fits.");
    }

    @Test
    void the_words_are_those_of_the_document() throws Exception {
        String page = get("/words").body();
        assertThat(page)
                .contains("<dt id=\"redline\">redline</dt><dd>the highest sustainable load of one host")
                .contains("<dt id=\"safe-rate\">", "<dt id=\"ack-nack\">ACK, NACK</dt>")
                .doesNotContain("**", "`");
        // every word that another page leads to
        server.runs().put(ScriptedRun.completed("41"));
        String pages = get("/services/checkout").body() + get("/runs/41").body();
        Matcher link = Pattern.compile("/words#([a-z-]+)").matcher(pages);
        int links = 0;
        while (link.find()) {
            links++;
            assertThat(page).contains("id=\"" + link.group(1) + "\"");
        }
        assertThat(links).isGreaterThan(3);
    }

    @Test
    void every_page_says_which_traffic_was_not_restored() throws Exception {
        server.overdue("checkout-3", "edge-1 holds 40%");
        try {
            for (String page :
                    List.of("/", "/runs", "/services/checkout", "/schedules", "/audit", "/services/no-such-one")) {
                assertThat(get(page).body())
                        .as(page)
                        .contains("Traffic was not seen back on its baseline:", "/runs/checkout-3", "edge-1 holds 40%");
            }
        } finally {
            server.allRestored();
        }
        assertThat(get("/").body()).doesNotContain("Traffic was not seen back on its baseline:");
    }

    @Test
    void older_runs_are_reached_from_the_newest() throws Exception {
        assertThat(get("/runs?before=checkout-3").body())
                .contains("checkout-2", "checkout-1", "/runs\">Newest runs</a>")
                .doesNotContain("href=\"/runs/checkout-3\"", "Older runs");
        assertThat(get("/runs?service=checkout&before=checkout-1").body()).contains("No older run.");
        assertThat(get("/runs?service=other&before=checkout-3").body()).doesNotContain("checkout-2");
        assertThat(get("/runs?before=none").statusCode()).isEqualTo(404);
        assertThat(get("/runs").body()).doesNotContain("Older runs", "Newest runs");
    }

    @Test
    void runs_in_one_state_are_listed() throws Exception {
        assertThat(get("/runs?state=COMPLETED").body())
                .contains("href=\"/runs/checkout-3\"", "href=\"/runs/checkout-1\"", "selected=\"selected\">Completed")
                .doesNotContain("href=\"/runs/checkout-2\"");
        assertThat(get("/runs?service=checkout&state=COMPLETED&before=checkout-3")
                        .body())
                .contains("href=\"/runs/checkout-1\"", "/runs?service=checkout&amp;state=COMPLETED\">Newest runs")
                .doesNotContain("href=\"/runs/checkout-2\"");
        assertThat(get("/runs?state=REFUSED").body()).contains("No run fits.");
        assertThat(get("/runs?state=nonsense").body()).contains("href=\"/runs/checkout-2\"");
        var listed = JsonMapper.shared()
                .readTree(get("/api/v1/runs?service=checkout&state=COMPLETED&limit=1")
                        .body());
        assertThat(listed).hasSize(1);
        assertThat(listed.path(0).path("id").asString()).isEqualTo("checkout-3");
        assertThat(get("/api/v1/runs?service=other").body()).isEqualTo("[]");
        HttpResponse<String> next = get("/api/v1/runs?state=COMPLETED&limit=1");
        String link = next.headers().firstValue("Link").orElseThrow();
        assertThat(link).contains("state=COMPLETED");
        assertThat(get(link.substring(1, link.indexOf('>'))).body())
                .contains("checkout-1")
                .doesNotContain("checkout-2");
        assertThat(get("/api/v1/runs?state=over").statusCode()).isEqualTo(400);
        assertThat(get("/api/v1/runs?service=").statusCode()).isEqualTo(400);
    }

    @Test
    void runs_are_listed_by_who_started_them() throws Exception {
        run(4, RunState.REFUSED, null, "ada");
        try {
            assertThat(get("/runs").body())
                    .contains("href=\"/runs?by=ada\">ada</a>", "href=\"/runs?by=test\">test</a>");
            assertThat(get("/runs?by=ada").body())
                    .contains("href=\"/runs/checkout-4\"", "value=\"ada\"")
                    .doesNotContain("href=\"/runs/checkout-3\"");
            assertThat(get("/runs?by=bob").body()).contains("No run fits.");
            assertThat(get("/runs?by=test&state=COMPLETED&before=checkout-3").body())
                    .contains("/runs?state=COMPLETED&amp;by=test\">Newest runs", "href=\"/runs/checkout-1\"");
            assertThat(get("/runs?by=a%00b").statusCode()).isEqualTo(200);
            var listed = JsonMapper.shared().readTree(get("/api/v1/runs?by=ada").body());
            assertThat(listed).hasSize(1);
            assertThat(listed.path(0).path("id").asString()).isEqualTo("checkout-4");
            assertThat(get("/api/v1/runs?by=bob").body()).isEqualTo("[]");
        } finally {
            server.part(JdbcClient.class)
                    .sql("delete from run where id = 'checkout-4'")
                    .update();
        }
    }

    @Test
    void the_runs_and_the_choice_of_runs_to_compare_list_the_redlines() throws Exception {
        assertThat(get("/runs").body()).contains("checkout-3", "112 to 128", "Aborted");
        assertThat(get("/compare").body()).contains("checkout-1, 120 rps").doesNotContain("checkout-2,");
    }

    @Test
    void a_part_of_an_id_finds_the_runs_that_have_it() throws Exception {
        assertThat(get("/find?q=OUT-2").headers().firstValue("Location")).contains("/runs/checkout-2");
        assertThat(get("/find?q=t-").body())
                .contains("Runs with", "href=\"/runs/checkout-1\"", "href=\"/runs/checkout-3\"");
        assertThat(get("/find?q=_").body()).contains("no run in its id");
        assertThat(get("/find?q=check").headers().firstValue("Location")).contains("/services/checkout");
    }

    @Test
    void a_wrong_address_is_answered_with_a_page() throws Exception {
        HttpResponse<String> margin = get("/compare?margin=much");
        assertThat(margin.statusCode()).isEqualTo(400);
        assertThat(margin.body()).contains("<main", "The parameter", "cannot have this value.");
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

    private static HttpResponse<String> get(String path, String cookie) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Cookie", cookie)
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString());
    }

    private static void run(int number, RunState state, RedlineReport redline) {
        run(number, state, redline, "test");
    }

    private static void run(int number, RunState state, RedlineReport redline, String by) {
        String id = "checkout-" + number;
        Instant at = NOW.minus(Duration.ofDays(4 - number));
        RunSummary summary =
                new RunSummary(id, "checkout", state, "for a reason", at, at.plusSeconds(180), redline, null);
        server.part(JdbcClient.class)
                .sql("insert into run (id, service, token, state, started_at, started_by, ended_at, definition,"
                        + " summary) values (?, 'checkout', ?, ?, ?, ?, ?, '{}', ?)")
                .params(
                        id,
                        number,
                        state.name(),
                        Timestamp.from(at),
                        by,
                        Timestamp.from(at.plusSeconds(180)),
                        JsonMapper.builder().build().writeValueAsString(summary))
                .update();
    }
}
