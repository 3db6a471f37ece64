package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficMinute;
import dev.redliner.controller.engine.AbortAnswer;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.RunRefused.Cause;
import dev.redliner.controller.service.ServiceDocuments;
import dev.redliner.controller.traffic.TrafficBook;
import dev.redliner.rules.LatencyStatistic;
import dev.redliner.service.Expectation;
import dev.redliner.service.LatencyExpectation;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class ApiTest {
    private static final String[] YAML = {"Content-Type", "application/yaml"};
    private static final String[] JSON = {"Content-Type", "application/json"};
    private static final String CHECKOUT = "{\"service\":\"checkout\"}";
    private static final String PUBLIC = "https://redliner.example";
    private static final String LEVER = "/api/v1/safety-lever";
    private static final Path OPEN_API = Path.of("src/main/resources/openapi/redliner-api.yaml");

    private static final String TILL = ServiceDocuments.CHECKOUT.replace("service: checkout", "service: till");
    private static final String PAY = ServiceDocuments.CHECKOUT.replace("service: checkout", "service: pay");

    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() {
        server = new ApiServer("--redliner.controller.web.public-origins=" + PUBLIC);
        http = new Http(server.url());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void allowStarts() {
        server.runs().refuse(null);
    }

    @Test
    void a_service_is_created_read_changed_and_deleted() throws Exception {
        var created = http.send("PUT", "/api/v1/services/till", TILL, YAML);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("ETag")).contains("\"1\"");
        assertThat(http.send("PUT", "/api/v1/services/till", TILL, "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(200);
        var stale = http.send("PUT", "/api/v1/services/till", TILL, "Content-Type", "text/yaml", "If-Match", "\"1\"");
        assertThat(stale.statusCode()).isEqualTo(412);
        assertProblem(stale, "stale-revision");

        var yaml = http.send("GET", "/api/v1/services/till", "", "Accept", "application/yaml");
        assertThat(yaml.body()).isEqualTo(TILL);
        assertThat(yaml.headers().firstValue("ETag")).contains("\"2\"");
        JsonNode json = Http.json(http.send("GET", "/api/v1/services/till", "", "Accept", "application/json"));
        assertThat(json.at("/definition/pool/sut").asString()).isEqualTo("checkout-7");
        assertThat(Http.json(http.send("GET", "/api/v1/services", ""))).hasSize(1);

        server.runs().put(ScriptedRun.accepted("active", "till"));
        assertThat(http.send("DELETE", "/api/v1/services/till", "").statusCode())
                .isEqualTo(409);
        server.runs().put(ScriptedRun.accepted("active", "another"));
        assertThat(http.send("DELETE", "/api/v1/services/till", "").statusCode())
                .isEqualTo(204);
        assertThat(http.send("DELETE", "/api/v1/services/till", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void the_traffic_of_a_service_is_shown_by_second_and_in_slots() throws Exception {
        http.send("PUT", "/api/v1/services/pay", PAY, YAML);
        Instant minute =
                Instant.ofEpochSecond(Instant.now().getEpochSecond() / 60 * 60).minusSeconds(120);
        long[] counts = new long[60];
        java.util.Arrays.fill(counts, 100);
        counts[3] = 160;
        counts[4] = SecondCounts.GAP;
        server.part(TrafficBook.class).add(new TrafficMinute("pay", minute, 1, SecondCounts.of(counts)), Instant.now());

        assertThat(http.send("GET", "/api/v1/services/pay/traffic?to=-1000000000-01-01T00:00:00Z", "")
                        .statusCode())
                .isEqualTo(400);
        JsonNode traffic = Http.json(http.send("GET", "/api/v1/services/pay/traffic", ""));
        assertThat(traffic.at("/seconds/from").asString()).isEqualTo(minute.toString());
        assertThat(traffic.at("/seconds/requests")).hasSize(60);
        assertThat(traffic.at("/seconds/requests/3").asInt()).isEqualTo(160);
        assertThat(traffic.at("/seconds/requests/4").isNull()).isTrue();
        assertThat(traffic.at("/slots")).hasSize(1);
        assertThat(traffic.at("/slots/0/meanRps").asDouble()).isEqualTo(101);
        assertThat(traffic.at("/slots/0/peakRps").asInt()).isEqualTo(160);
        assertThat(traffic.at("/slots/0/countedSeconds").asInt()).isEqualTo(59);

        String range = "/api/v1/services/pay/traffic?from=2026-01-01T00:00:00Z&to=";
        assertThat(Http.json(http.send("GET", range + "2026-01-02T00:00:00Z", ""))
                        .at("/slots"))
                .isEmpty();
        assertProblem(http.send("GET", range + "2026-03-01T00:00:00Z", ""), "bad-request");
        assertProblem(http.send("GET", range + "2025-03-01T00:00:00Z", ""), "bad-request");
        assertProblem(http.send("GET", range + "yesterday", ""), "bad-request");
        assertProblem(http.send("GET", "/api/v1/services/nobody/traffic", ""), "unknown-service");
        http.send("DELETE", "/api/v1/services/pay", "");
    }

    @Test
    void envoys_lose_their_configuration_by_a_confirmed_withdrawal_only() throws Exception {
        String shop = "/api/v1/envoy-configurations/shop";
        http.send(
                "PUT",
                "/api/v1/services/shop",
                ServiceDocuments.CHECKOUT.replace("service: checkout", "service: shop"),
                YAML);
        // two that share a node id, and one that receives only its share from Redliner
        var state = EnvoyState.State.BASELINE;
        var share = Share.ofFraction(0.1);
        server.report(
                "shop",
                new EnvoyState("edge-1", state, share, null, true),
                new EnvoyState("edge-1", state, share, null, true),
                new EnvoyState("own-1", state, share, null, false));
        var declared = http.send("DELETE", shop + "?confirm=shop", "");
        assertThat(declared.statusCode()).isEqualTo(409);
        assertProblem(declared, "service-declared");
        http.send("DELETE", "/api/v1/services/shop", "");

        var frozen = http.send("GET", shop, "");
        assertThat(Http.json(frozen).path("state").asString()).isEqualTo("FROZEN");
        assertThat(Http.json(frozen).path("listener").asString()).isEqualTo("127.0.0.1:8780");
        assertThat(Http.json(frozen).path("envoys").valueStream().map(JsonNode::asString))
                .containsExactly("edge-1", "edge-1");
        for (String unconfirmed : List.of("", "?confirm=checkout", "?confirm=true")) {
            var refused = http.send("DELETE", shop + unconfirmed, "");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertProblem(refused, "not-confirmed");
            assertThat(refused.body()).contains("2 connected Envoys that lose it: edge-1, edge-1.");
        }
        server.runs().put(ScriptedRun.accepted("busy", "shop"));
        assertThat(http.send("DELETE", shop + "?confirm=shop", "").statusCode()).isEqualTo(409);
        server.runs().put(ScriptedRun.accepted("busy", "another"));
        assertThat(http.send("DELETE", shop + "?confirm=shop", "", "If-Match", "\"1\"")
                        .statusCode())
                .isEqualTo(412);
        String tag = frozen.headers().firstValue("ETag").orElseThrow();
        assertThat(http.send("DELETE", shop + "?confirm=shop", "", "If-Match", tag)
                        .statusCode())
                .isEqualTo(200);
        assertThat(http.send("GET", shop, "").statusCode()).isEqualTo(404);
        await().until(() ->
                http.send("GET", "/api/v1/audit?subject=shop", "").body().contains("service.withdrawn"));
    }

    @Test
    void a_service_that_was_stored_under_other_rules_is_listed_with_its_problem_and_can_be_withdrawn()
            throws Exception {
        String old = "/api/v1/envoy-configurations/old";
        String text = ServiceDocuments.CHECKOUT.replace("service: checkout", "service: old");
        http.send("PUT", "/api/v1/services/old", text, YAML);
        store(text.replace("unknownFor: 20s", "unknownFor: 5m"));
        assertThat(Http.json(http.send("GET", "/api/v1/services/old", ""))
                        .path("problem")
                        .asString())
                .contains("service old: line 20: unknownFor PT5M is not within 1 s to 2 min (1s to 2m)", "apply");
        assertThat(Http.json(http.send("GET", old, "")).path("listener").asString())
                .isEqualTo("127.0.0.1:8780");

        store("pool: [");
        assertThat(http.send("GET", "/api/v1/services", "").statusCode()).isEqualTo(200);
        assertThat(Http.json(http.send("GET", "/api/v1/services/old", ""))
                        .path("problem")
                        .asString())
                .contains("not YAML");
        assertThat(http.send("DELETE", "/api/v1/services/old", "").statusCode()).isEqualTo(204);
        assertThat(http.send("GET", "/api/v1/envoy-configurations", "").body()).contains("\"old\"");
        assertThat(http.send("DELETE", old + "?confirm=old", "").statusCode()).isEqualTo(200);
        assertThat(http.send("GET", old, "").statusCode()).isEqualTo(404);
    }

    /** Stores a text as an earlier version would have left it. */
    private static void store(String text) {
        server.part(JdbcClient.class)
                .sql("update service set definition = ? where name = 'old'")
                .param(text)
                .update();
    }

    @Test
    void a_wrong_service_comes_back_with_every_place_and_a_caret() throws Exception {
        String wrong = ServiceDocuments.CHECKOUT
                .replace("onFail: back", "onfail: back")
                .replace("60%", "600%");
        var response = http.send("POST", "/api/v1/services/check", wrong, YAML);
        assertThat(response.statusCode()).isEqualTo(422);
        assertProblem(response, "invalid-service");
        JsonNode errors = Http.json(response).path("errors");
        assertThat(errors).hasSize(2);
        assertThat(errors.at("/1/line").asInt()).isEqualTo(18);
        assertThat(errors.at("/1/column").asInt()).isEqualTo(5);
        assertThat(errors.at("/1/pointer").asString()).isEqualTo("/rules/0/onfail");
        assertThat(errors.at("/1/hint").asString()).isEqualTo("did you mean 'onFail'?");
        assertThat(errors.at("/1/excerpt").asString()).isEqualTo("    onfail: back-off\n    ^");
    }

    @Test
    void a_name_that_differs_from_the_address_is_refused() throws Exception {
        var response = http.send("PUT", "/api/v1/services/other", ServiceDocuments.CHECKOUT, YAML);
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.body()).contains("declares 'checkout' and was sent to 'other'");
    }

    @Test
    void a_run_is_accepted_with_its_location() throws Exception {
        var response = http.send("POST", "/api/v1/runs", CHECKOUT, JSON);
        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.headers().firstValue("Location")).contains("/api/v1/runs/1");
        assertThat(Http.json(http.send("GET", "/api/v1/runs/1", ""))
                        .path("state")
                        .asString())
                .isEqualTo("PENDING");
    }

    @Test
    void a_run_may_be_asked_to_begin_from_nothing_and_with_another_profile() throws Exception {
        http.send("POST", "/api/v1/runs", "{\"service\":\"checkout\",\"profile\":\"gentle\",\"cold\":true}", JSON);
        assertThat(server.runs().asked()).isEqualTo(new RunOptions("gentle", true));
        http.send("POST", "/api/v1/runs", "{\"service\":\"checkout\",\"targetRps\":5000}", JSON);
        assertThat(server.runs().asked()).isEqualTo(new RunOptions(null, false, null, 5_000.0));
        assertThat(http.send("POST", "/api/v1/runs", "{\"service\":\"checkout\",\"targetRps\":0}", JSON)
                        .statusCode())
                .isEqualTo(400);
        assertThat(http.send("POST", "/api/v1/dry-runs", "{\"service\":\"checkout\"}", JSON)
                        .statusCode())
                .isEqualTo(202);
        assertThat(server.runs().asked()).isEqualTo(RunOptions.DRY);
        assertThat(http.send("POST", "/api/v1/dry-runs", "{}", JSON).statusCode())
                .isEqualTo(400);
        http.send("POST", "/api/v1/runs", CHECKOUT, JSON);
        assertThat(server.runs().asked()).isEqualTo(RunOptions.USUAL);
        var unknown = http.send("POST", "/api/v1/runs", "{\"service\":\"checkout\",\"profile\":\"wild\"}", JSON);
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.body()).contains("wild", "default, gentle, quick");
    }

    @Test
    void a_run_may_be_started_with_an_expectation() throws Exception {
        http.send(
                "POST",
                "/api/v1/runs",
                "{\"service\":\"checkout\",\"expect\":{\"redline\":\">= 700\",\"recovered\":\"<= 10s\"}}",
                JSON);
        assertThat(server.runs().asked())
                .isEqualTo(new RunOptions(null, false, new Expectation(700.0, Duration.ofSeconds(10)), null));
        http.send(
                "POST",
                "/api/v1/runs",
                "{\"service\":\"checkout\",\"expect\":{\"latency\":[\"p99 at 600 <= 150ms\"]}}",
                JSON);
        assertThat(server.runs().asked())
                .isEqualTo(new RunOptions(
                        null,
                        false,
                        new Expectation(
                                null,
                                null,
                                List.of(new LatencyExpectation(LatencyStatistic.P99, 600, Duration.ofMillis(150)))),
                        null));
        for (String wrong : List.of(
                "{}",
                "{\"redline\":\"<= 700\"}",
                "{\"recovered\":\"soon\"}",
                "{\"latency\":[\"p99 <= 150ms\"]}",
                "{\"latency\":[null]}")) {
            var refused =
                    http.send("POST", "/api/v1/runs", "{\"service\":\"checkout\",\"expect\":" + wrong + "}", JSON);
            assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
            assertThat(refused.body()).as(wrong).contains("such as '", "expect");
        }
    }

    @Test
    void one_key_starts_one_run() throws Exception {
        int before = server.runs().started();
        for (String same : List.of(CHECKOUT, CHECKOUT, "{\"service\": \"checkout\", \"cold\": false}")) {
            var again = http.send(
                    "POST", "/api/v1/runs", same, "Content-Type", "application/json", "Idempotency-Key", "k1");
            assertThat(again.statusCode()).isEqualTo(202);
        }
        assertThat(server.runs().started()).isEqualTo(before + 1);
        var other = http.send(
                "POST",
                "/api/v1/runs",
                "{\"service\":\"search\"}",
                "Content-Type",
                "application/json",
                "Idempotency-Key",
                "k1");
        assertThat(other.statusCode()).isEqualTo(422);
        var cold = http.send(
                "POST",
                "/api/v1/runs",
                "{\"service\":\"checkout\",\"cold\":true}",
                "Content-Type",
                "application/json",
                "Idempotency-Key",
                "k1");
        assertThat(cold.statusCode()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_SERVICE,404",
        "POOL_BUSY,409",
        "DEPENDENCY_BUSY,409",
        "LEVER_ENGAGED,409",
        "FROZEN_CONFIGURATION,409",
        "INVALID_SERVICE,422",
        "NOT_READY,503"
    })
    void a_refused_run_says_why(Cause cause, int status) throws Exception {
        server.runs().refuse(new RunRefused(cause, "for a reason", cause == Cause.POOL_BUSY ? "17" : null));
        var response = http.send("POST", "/api/v1/runs", CHECKOUT, JSON);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(Http.json(response).path("detail").asString()).isEqualTo("for a reason");
        assertThat(Http.json(response).path("activeRun").asString("none"))
                .isEqualTo(cause == Cause.POOL_BUSY ? "17" : "none");
    }

    @Test
    void an_abort_reaches_the_run_with_and_without_a_body() throws Exception {
        server.runs().put(ScriptedRun.accepted("7", "checkout"));
        assertThat(http.send("POST", "/api/v1/runs/7/abort", "{\"why\":\"users complain\"}", JSON)
                        .statusCode())
                .isEqualTo(202);
        assertThat(http.send("POST", "/api/v1/runs/7/abort", "").statusCode()).isEqualTo(202);
        assertThat(server.runs().aborts())
                .extracting(FakeRuns.Abort::why)
                .containsSubsequence("users complain", "no reason given");
        assertThat(http.send("POST", "/api/v1/runs/none/abort", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void who_aborts_hears_that_the_order_was_not_delivered_and_what_to_do() throws Exception {
        server.runs().put(ScriptedRun.accepted("8", "checkout"));
        server.runs().onAbort(AbortAnswer.UNDELIVERED);
        try {
            var answer = http.send("POST", "/api/v1/runs/8/abort", "");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(Http.json(answer).path("type").asString()).isEqualTo("urn:redliner:problem:abort-undelivered");
            assertThat(Http.json(answer).path("detail").asString()).contains("try again", "redliner restore --all");
        } finally {
            server.runs().onAbort(AbortAnswer.TAKEN);
        }
    }

    @Test
    void who_aborts_a_run_of_another_controller_before_its_first_shift_hears_that_it_moves_no_traffic()
            throws Exception {
        server.runs().put(ScriptedRun.accepted("9", "checkout"));
        server.runs().onAbort(AbortAnswer.TAKEN_BEFORE_TRAFFIC);
        try {
            var answer = http.send("POST", "/api/v1/runs/9/abort", "");
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(Http.json(answer).path("note").asString()).contains("no traffic moved");
        } finally {
            server.runs().onAbort(AbortAnswer.TAKEN);
        }
    }

    @Test
    void the_lever_is_engaged_shown_on_the_page_and_released() throws Exception {
        assertThat(Http.json(http.send("GET", LEVER, "")).path("engaged").asBoolean())
                .isFalse();
        JsonNode engaged = Http.json(http.send("PUT", LEVER, "{\"why\":\"users <b>complain</b>\"}", JSON));
        assertThat(engaged.path("engaged").asBoolean()).isTrue();
        assertThat(engaged.path("stored").asBoolean()).isTrue();
        assertThat(engaged.path("who").asString()).isEqualTo("127.0.0.1");
        assertThat(engaged.path("why").asString()).isEqualTo("users <b>complain</b>");
        assertThat(http.send("GET", "/", "").body()).contains("engaged by 127.0.0.1", "users &lt;b&gt;complain");
        JsonNode again = Http.json(http.send("PUT", LEVER, ""));
        assertThat(again.path("why").asString()).isEqualTo("users <b>complain</b>");
        JsonNode released = Http.json(http.send("DELETE", LEVER + "?why=all%20is%20well", ""));
        assertThat(released.path("engaged").asBoolean()).isFalse();
        assertThat(http.send("DELETE", LEVER, "").statusCode()).isEqualTo(200);
        assertThat(http.send("GET", "/", "").body()).doesNotContain("engaged by");
    }

    @Test
    void what_is_done_over_the_api_is_in_an_audit_log_that_holds() throws Exception {
        String yaml = PAY.replace("service: pay", "service: audited");
        http.send("PUT", "/api/v1/services/audited", yaml, YAML);
        http.send("DELETE", "/api/v1/services/audited", "");
        await().until(() -> audited().size() == 2);
        JsonNode applied = audited().get(0);
        assertThat(applied.path("action").asString()).isEqualTo("service.applied");
        assertThat(applied.path("who").asString()).isEqualTo("127.0.0.1");
        assertThat(applied.path("before").asString()).isEmpty();
        assertThat(applied.path("after").asString()).isEqualTo("# revision 1\n" + yaml);
        assertThat(audited().get(1).path("action").asString()).isEqualTo("service.removed");
        assertThat(Http.json(http.send("GET", "/api/v1/audit/verification", ""))
                        .path("holds")
                        .asBoolean())
                .isTrue();
        String head = audited().get(1).path("seq").asString() + "&hash="
                + audited().get(1).path("hash").asString();
        assertThat(verifies("?seq=" + head)).isTrue();
        assertThat(verifies("?seq=" + head.replace("hash=", "hash=0"))).isFalse();
        assertThat(http.send("GET", "/api/v1/audit/verification?seq=1", "").statusCode())
                .isEqualTo(400);
        assertThat(http.send("GET", "/api/v1/audit?limit=0", "").statusCode()).isEqualTo(400);
    }

    private static JsonNode audited() throws Exception {
        return Http.json(http.send("GET", "/api/v1/audit?subject=audited", ""));
    }

    private static boolean verifies(String noted) throws Exception {
        return Http.json(http.send("GET", "/api/v1/audit/verification" + noted, ""))
                .path("holds")
                .asBoolean();
    }

    @Test
    void everything_is_restored_for_whoever_asks_with_a_reason() throws Exception {
        var response = http.send("POST", "/api/v1/restore", "{\"pools\":\"all\",\"why\":\"to be sure\"}", JSON);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(Http.json(response).at("/pools/0/outcome").asString()).isEqualTo("RESTORED");
        assertThat(server.restorer().asked()).containsExactly("127.0.0.1: to be sure");
        assertThat(http.send("POST", "/api/v1/restore", "{\"pools\":\"shop\"}", JSON)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void a_page_of_another_site_can_neither_start_nor_abort() throws Exception {
        int aborts = server.runs().aborts().size();
        var byOrigin = http.send("POST", "/api/v1/runs/1/abort", "", "Origin", "https://evil.example");
        var byFetchSite = http.send("POST", "/api/v1/runs/1/abort", "", "Sec-Fetch-Site", "cross-site");
        assertThat(byOrigin.statusCode()).isEqualTo(403);
        assertThat(byFetchSite.statusCode()).isEqualTo(403);
        assertThat(byOrigin.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(server.runs().aborts()).hasSize(aborts);
        assertThat(http.send(
                                "POST",
                                "/api/v1/runs/none/abort",
                                "",
                                "Origin",
                                server.url(),
                                "Sec-Fetch-Site",
                                "same-origin")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_page_of_another_site_reads_nothing_of_the_api_and_may_be_a_link_to_a_page() throws Exception {
        for (String site : new String[] {"cross-site", "same-site"}) {
            assertThat(http.send("GET", "/api/v1/runs", "", "Sec-Fetch-Site", site)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(http.send("GET", "/", "", "Sec-Fetch-Site", site).statusCode())
                    .isEqualTo(200);
        }
        for (String spelling :
                List.of("/%61pi/v1/runs", "/api;a=b/v1/runs", "/%61%70%69;a/v1/runs", "/x/../api/v1/runs")) {
            assertThat(raw("GET " + spelling + " HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\n"
                            + "Connection: close\r\n\r\n"))
                    .as(spelling)
                    .startsWith("HTTP/1.1 403");
        }
        assertThat(http.send("GET", "/api/v1/runs", "", "Origin", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(http.send("GET", "/api/v1/runs", "", "Sec-Fetch-Site", "same-origin")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void behind_a_proxy_that_replaces_the_host_the_page_of_the_public_origin_can_abort_and_no_other() throws Exception {
        server.runs().put(ScriptedRun.accepted("proxied", "checkout"));
        String abort = "/api/v1/runs/proxied/abort";
        // like nginx without proxy_set_header: the Host header is 127.0.0.1
        assertThat(http.send("POST", abort, "", "Origin", PUBLIC, "Sec-Fetch-Site", "same-origin")
                        .statusCode())
                .isEqualTo(202);
        int aborts = server.runs().aborts().size();
        for (String other : new String[] {
            "https://evil.example",
            "http://redliner.example",
            "https://redliner.example:8443",
            "https://a." + "redliner.example",
            "null"
        }) {
            assertThat(http.send("POST", abort, "", "Origin", other, "Sec-Fetch-Site", "same-origin")
                            .statusCode())
                    .as("a name of %s that leads to the proxy", other)
                    .isEqualTo(403);
        }
        assertThat(http.send("POST", abort, "", "Origin", PUBLIC, "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(server.runs().aborts()).hasSize(aborts);
        assertThat(raw("GET / HTTP/1.1\r\nHost: redliner.example\r\nConnection: close\r\n\r\n"))
                .as("a proxy that passes the Host header on")
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void without_a_database_the_runs_in_memory_are_listed_and_it_is_said() throws Exception {
        server.runs().put(ScriptedRun.accepted("inMemory", "checkout"));
        server.runs().database(false);
        try {
            var listed = http.send("GET", "/api/v1/runs", "");
            assertThat(listed.statusCode()).isEqualTo(200);
            assertThat(listed.body()).contains("\"id\":\"inMemory\"");
            assertThat(listed.headers().firstValue("Redliner-Incomplete"))
                    .hasValueSatisfying(it -> assertThat(it).contains("The database does not answer"));
        } finally {
            server.runs().database(true);
        }
        assertThat(http.send("GET", "/api/v1/runs", "").headers().firstValue("Redliner-Incomplete"))
                .isEmpty();
    }

    @Test
    void the_overview_shows_how_to_begin_and_then_each_service() throws Exception {
        try (var fresh = new ApiServer()) {
            var own = new Http(fresh.url());
            assertThat(own.send("GET", "/", "").body()).contains("Your first redline", "service: checkout");
            assertThat(own.send("GET", "/services/till", "").statusCode()).isEqualTo(404);
            assertThat(own.send("PUT", "/api/v1/services/till", TILL, YAML).statusCode())
                    .isEqualTo(201);
            assertThat(own.send("GET", "/", "").body())
                    .contains("/services/till", "Nothing needs a look", "No run is active")
                    .doesNotContain("Your first redline");
            assertThat(own.send("GET", "/services/till", "").body())
                    .contains("data-service=\"till\"", "Start the run", "Not measured yet");
            assertThat(own.send("GET", "/runs?service=till", "").body()).contains("No run yet");
            assertThat(own.send("GET", "/services/till/edit", "").body()).contains("Edit till", "data-revision=\"1\"");
            assertThat(own.send("GET", "/services/new", "").body()).contains("New service", "data-revision=\"0\"");
            assertThat(own.send("GET", "/audit?verify=true", "").body())
                    .contains("service.applied", "The chain", "are present and unchanged");
            assertThat(own.send("GET", "/find?q=TIL", "").headers().firstValue("Location"))
                    .hasValueSatisfying(place -> assertThat(place).endsWith("/services/till"));
            assertThat(own.send("GET", "/find?q=nothing", "").body()).contains("No service has this text");
            assertThat(own.send("GET", "/find", "").body()).contains("<h1>Services</h1>", "/services/till");
        }
    }

    @Test
    void runs_are_compared_and_exported() throws Exception {
        server.runs().put(ScriptedRun.completed("41"));
        server.runs().put(ScriptedRun.completed("40"));
        assertThat(http.send("GET", "/compare?runs=41&runs=40&runs=&margin=3", "")
                        .body())
                .contains("Cannot tell", "+0.0% (95%: −5.9% to +6.3%)", "About 7 runs of each");
        assertThat(http.send("GET", "/compare?runs=41,nosuch", "").statusCode()).isEqualTo(404);
        server.runs().put(ScriptedRun.accepted("later", "checkout"));
        assertThat(http.send("GET", "/compare?runs=later&runs=41", "").body())
                .containsSubsequence("href=\"/runs/later\"", "reference", "href=\"/runs/41\"");
        assertThat(http.send("GET", "/compare?runs=later&runs=41&oldestFirst=true", "")
                        .body())
                .containsSubsequence("href=\"/runs/41\"", "reference", "href=\"/runs/later\"");
        assertThat(http.send("GET", "/parts/runs/41/report", "").body())
                .contains("One host carries 182 requests per second.")
                .doesNotContain("<html");
        var file = http.send("GET", "/runs/41/report.html", "");
        assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                .contains("41.html");
        assertThat(file.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; style-src 'sha256-");
        assertThat(file.body())
                .contains(
                        "Resources by step",
                        "jvm.memory_used_bytes_area_heap",
                        "2.5 G",
                        "Zero all the time: envoy.resets.",
                        "not met");
        assertThat(http.send("GET", "/runs/41", "").body())
                .as("the page of a run that is over, without JavaScript")
                .contains("Resources by step", "jvm.memory_used_bytes_area_heap", "2.5 G")
                .doesNotContain("id=\"resources\" aria-labelledby=\"signals-title\" hidden");
        assertThat(http.send("GET", "/runs/later", "").body())
                .as("the page of a run that has no signal yet")
                .contains("id=\"resources\" aria-labelledby=\"signals-title\" hidden");
        assertThat(http.send("GET", "/runs/41/report.csv", "").body()).startsWith("run,step,stage,");
        assertThat(Http.json(http.send("GET", "/runs/41/report.json", ""))
                        .path("id")
                        .asString())
                .isEqualTo("41");
        assertThat(http.send("GET", "/runs/nosuch/report.json", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    void whether_a_run_carries_less_than_another_is_answered_with_its_reason() throws Exception {
        server.runs().put(ScriptedRun.completed("41"));
        server.runs().put(ScriptedRun.completed("40"));
        server.runs().put(ScriptedRun.accepted("42", "checkout"));

        JsonNode same = Http.json(http.send("GET", "/api/v1/runs/41/comparison?reference=40&margin=20", ""));
        assertThat(same.path("outcome").asString()).isEqualTo("NOT_WORSE");
        assertThat(same.path("words").asString())
                .isEqualTo("Run 41 carries 0% more than run 40 (95%: -5.9% to +6.3%). It carries less by more than 20%"
                        + " with a probability of 0%.");
        assertThat(Http.json(http.send("GET", "/api/v1/runs/41/comparison?reference=40", ""))
                        .path("outcome")
                        .asString())
                .isEqualTo("CANNOT_TELL");
        JsonNode unmeasured = Http.json(http.send("GET", "/api/v1/runs/42/comparison?reference=40", ""));
        assertThat(unmeasured.path("outcome").asString()).isEqualTo("CANNOT_TELL");
        assertThat(unmeasured.path("words").asString()).isEqualTo("Run 42 did not measure a redline.");
        assertThat(http.send("GET", "/api/v1/runs/41/comparison?reference=nosuch", "")
                        .statusCode())
                .isEqualTo(404);
        JsonNode missing = Http.json(http.send("GET", "/api/v1/runs/41/comparison?margin=3", ""));
        assertThat(missing.path("type").asString()).isEqualTo("urn:redliner:problem:bad-request");
        assertThat(missing.path("detail").asString()).isEqualTo("The parameter 'reference' is missing.");
        for (String wrong : List.of("reference=40&margin=", "reference=40&margin=NaN", "reference=40&margin=60", "")) {
            assertThat(http.send("GET", "/api/v1/runs/41/comparison?" + wrong, "")
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
    }

    @Test
    void pages_of_other_sites_may_not_frame_the_pages() throws Exception {
        for (String page : List.of("/", "/runs", "/compare", "/audit", "/services/new")) {
            assertThat(http.send("GET", page, "")
                            .headers()
                            .firstValue("Content-Security-Policy")
                            .orElseThrow())
                    .contains("frame-ancestors 'none'", "script-src 'self'");
        }
    }

    @Test
    void without_a_database_the_page_still_has_the_active_run_and_its_button() throws Exception {
        server.runs().put(ScriptedRun.accepted("active", "checkout"));
        server.runs().database(false);
        try {
            var overview = http.send("GET", "/", "");
            assertThat(overview.statusCode()).isEqualTo(200);
            assertThat(overview.body()).contains("data-abort=\"active\"");
            var page = http.send("GET", "/runs/active", "");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body())
                    .contains("The database does not answer", "data-run=\"active\"", "id=\"abort-now\"")
                    .doesNotContain("id=\"abort\" hidden");
            var unknown = http.send("GET", "/runs/stored-7", "");
            assertThat(unknown.statusCode()).isEqualTo(503);
            assertThat(unknown.body()).contains("cannot be read now").doesNotContain("There is no run");
        } finally {
            server.runs().database(true);
        }
    }

    @Test
    void an_abort_of_a_run_that_is_over_says_so() throws Exception {
        server.runs().put(ScriptedRun.completed("over"));
        server.runs().onAbort(AbortAnswer.OVER);
        try {
            var answer = http.send("POST", "/api/v1/runs/over/abort", "");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(Http.json(answer).path("note").asString()).contains("over already");
        } finally {
            server.runs().onAbort(AbortAnswer.TAKEN);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "redliner.example", "https://redliner.example/", "https://redliner.example/live", "ftp://redliner.example",
        "https://kim@redliner.example", "https://", "https://redliner.example?x", "*"
    })
    void what_is_no_origin_is_refused_at_the_start(String setting) {
        assertThatThrownBy(() -> PublicOrigin.of(setting))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("public-origins");
        assertThat(PublicOrigin.of("HTTPS://Redliner.Example:443").text()).isEqualTo(PUBLIC);
    }

    @Test
    void a_name_that_a_web_page_chose_is_refused() throws Exception {
        assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example:" + server.port() + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void a_body_that_is_too_long_or_of_unknown_length_is_refused() throws Exception {
        assertThat(http.send("POST", "/api/v1/services/check", "x".repeat(600_000), YAML)
                        .statusCode())
                .isEqualTo(413);
        assertThat(raw("POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                        + "Connection: close\r\n\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 411");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/api/v1/runs/none,404",
        "GET,/api/v1/runs/none/events,404",
        "GET,/api/v1/runs?limit=0,400",
        "GET,/api/v1/runs?limit=x,400",
        "POST,/api/v1/runs,415",
        "PATCH,/api/v1/runs,405"
    })
    void what_cannot_be_done_is_a_problem(String method, String path, int status) throws Exception {
        var response = http.send(method, path, method.equals("POST") ? "x" : "", "Content-Type", "text/csv");
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void the_page_carries_no_inline_script_and_shows_a_name_as_text() throws Exception {
        server.runs().put(ScriptedRun.accepted("<b>", "<script>alert(1)</script>"));
        var page = http.send("GET", "/runs/%3Cb%3E", "");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("script-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.body()).contains("&lt;script&gt;alert(1)").doesNotContain("<script>", " style=", " onclick=");
        assertThat(http.send("GET", "/runs/none", "").statusCode()).isEqualTo(404);
    }

    /** The file is rewritten with {@code -Dredliner.openapi.write=true}. */
    @Test
    void the_checked_in_description_is_that_of_the_api() throws Exception {
        String described = http.send("GET", "/v3/api-docs.yaml/v1", "").body();
        if (Boolean.getBoolean("redliner.openapi.write")) {
            Files.writeString(OPEN_API, described);
        }
        assertThat(described).startsWith("openapi: 3.1").isEqualTo(Files.readString(OPEN_API));
    }

    private static void assertProblem(HttpResponse<String> response, String type) {
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(Http.json(response).path("type").asString()).isEqualTo("urn:redliner:problem:" + type);
        assertThat(Http.json(response).path("status").asInt()).isEqualTo(response.statusCode());
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
