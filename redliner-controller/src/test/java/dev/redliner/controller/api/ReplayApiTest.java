package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.RunJournal.Claimed;
import dev.redliner.controller.journal.RunJournal.Held;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.Shop;
import dev.redliner.service.ServiceYaml;
import java.net.http.HttpResponse;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ReplayApiTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final String RULES =
            """
            service: shop
            pool: {hosts: [a=127.0.0.1:1, b=127.0.0.1:2], sut: a, maxShare: 60%}
            rules:
              - {id: p90, metric: latency.p90, max: 100ms, window: 5s, minSamples: 0}
              - {id: load, metric: rps.requested, max: 150, window: 5s, onFail: stop}
              - {id: heap, metric: jvm.memory_used_bytes, max: 5000000000, onFail: report}
            """;

    private static ApiServer server;
    private static Http http;
    private static String run;

    @BeforeAll
    static void start() {
        server = new ApiServer();
        http = new Http(server.url());
        run = recorded(server.part(RunJournal.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A run of 40 s: 10 s of baseline at 100 rps, then 200 rps, of which 40 are slow from second 20 on. */
    private static String recorded(RunJournal journal) {
        Claimed claimed =
                journal.claim(Shop.SERVICE, "me", "test", START).claimed().orElseThrow();
        var held = new Held("shop", claimed.id(), claimed.token(), "me");
        journal.append(held, 1, START, new RunEvent.Begun("ada"), "BASELINING 0 baseline");
        for (int second = 1; second <= 40; second++) {
            Instant at = START.plusSeconds(second);
            boolean slow = second >= 20;
            var verdict = Shop.verdict(
                    claimed.id(),
                    at,
                    second < 10 ? 100 : 200,
                    1_000,
                    slow ? 40 : 0,
                    slow ? Outcome.FAIL : Outcome.PASS,
                    slow);
            String outcome = second < 9 ? "BASELINING 0 baseline" : "RAMPING 1 200000";
            journal.append(held, 1L + second, at, new RunEvent.VerdictArrived(verdict), outcome);
        }
        return claimed.id();
    }

    @Test
    void edited_rules_are_evaluated_over_a_run() throws Exception {
        var answer = post(run, RULES, "Content-Type", "application/yaml");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode replay = Http.json(answer);
        assertThat(replay.path("service").asString()).isEqualTo("shop");
        assertThat(replay.path("verdicts").asInt()).isEqualTo(40);
        JsonNode p90 = replay.path("rules").path(0);
        assertThat(p90.path("basis").asString()).isEqualTo("COMPUTED");
        assertThat(p90.path("pass").asString()).isEqualTo("latency.p90 <= duration(\"100ms\")");
        assertThat(p90.path("firstFailing").path("second").asInt()).isEqualTo(22);
        assertThat(p90.path("spans").path(2).path("outcome").asString()).isEqualTo("FAIL");
        assertThat(replay.path("stops").path("rule").asString()).isEqualTo("load");
        assertThat(replay.path("stops").path("second").asInt()).isEqualTo(12);
        assertThat(replay.path("recordedStops").isNull()).isTrue();
        assertThat(replay.path("recordedBacksOff").path("second").asInt()).isEqualTo(20);
        assertThat(replay.path("rules").path(2).path("reason").asString())
                .isEqualTo("The run recorded no jvm.memory_used_bytes.");
    }

    @Test
    void without_a_file_the_rules_are_those_of_the_run() throws Exception {
        JsonNode replay = Http.json(http.send("POST", "/api/v1/runs/" + run + "/rules/replay", ""));

        assertThat(replay.path("rules").path(0).path("basis").asString()).isEqualTo("RECORDED");
        assertThat(replay.path("differs").isNull()).isTrue();
        assertThat(replay.path("backsOff")).isEqualTo(replay.path("recordedBacksOff"));
    }

    @Test
    void mistakes_have_their_place_and_other_services_are_refused() throws Exception {
        String[] yaml = {"Content-Type", "application/yaml"};
        var wrong = post(run, RULES.replace("max: 100ms", "max: 100"), yaml);
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(Http.json(wrong).path("errors").path(0).path("line").asInt()).isEqualTo(4);
        assertThat(Http.json(wrong).path("errors").path(0).path("hint").asString())
                .isEqualTo("write the unit, such as 100ms");
        var other = post(run, RULES.replace("service: shop", "service: till"), yaml);
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.body()).contains("declares 'till', and the run measured 'shop'");
        assertThat(post("shop-77", RULES, yaml).statusCode()).isEqualTo(404);
    }

    @Test
    void a_run_without_verdicts_cannot_be_replayed() throws Exception {
        RunJournal journal = server.part(RunJournal.class);
        var till = ServiceYaml.parse(null, RULES.replace("service: shop", "service: till"));
        String empty =
                journal.claim(till, "me", "test", START).claimed().orElseThrow().id();
        var answer = http.send("POST", "/api/v1/runs/" + empty + "/rules/replay", "");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(Http.json(answer).path("type").asString()).isEqualTo("urn:redliner:problem:nothing-recorded");
        assertThat(Http.json(answer).path("detail").asString())
                .isEqualTo(
                        "Run '" + empty + "' cannot be replayed: its journal has no verdicts, or no longer has them.");
    }

    @Test
    void the_editor_offers_the_recorded_runs() throws Exception {
        http.send("PUT", "/api/v1/services/shop", RULES, "Content-Type", "application/yaml");
        assertThat(http.send("GET", "/services/shop/edit?try=1", "").body())
                .contains("data-runs=\"" + run + "\"", "the last run, " + run, "Try the rules");
        assertThat(http.send("GET", "/services/new", "").body()).doesNotContain("try-card");
    }

    @Test
    void the_metrics_are_those_of_the_newest_verdict() throws Exception {
        http.send("PUT", "/api/v1/services/shop", RULES, "Content-Type", "application/yaml");
        JsonNode metrics = Http.json(http.send("GET", "/api/v1/services/shop/metrics", ""));
        assertThat(metrics.path("run").asString()).isEqualTo(run);
        assertThat(metrics.path("at").asString()).isEqualTo("2026-11-20T12:00:40Z");
        assertThat(metrics.path("metrics").path("latency.p99").asDouble()).isEqualTo(0.02);
        assertThat(metrics.path("rules").path(0).path("outcome").asString()).isEqualTo("FAIL");
        assertThat(http.send("GET", "/api/v1/services/none/metrics", "").statusCode())
                .isEqualTo(404);
        http.send(
                "PUT",
                "/api/v1/services/mail",
                RULES.replace("service: shop", "service: mail"),
                "Content-Type",
                "application/yaml");
        var never = http.send("GET", "/api/v1/services/mail/metrics", "");
        assertThat(never.statusCode()).isEqualTo(409);
        assertThat(never.body())
                .contains("No verdict on service 'mail' is kept", "Start a run with 'redliner run start mail'.");
        assertThat(metrics.path("windowSeconds").asDouble()).isEqualTo(10);
        assertThat(metrics.path("signals").isEmpty()).isTrue();
    }

    private static HttpResponse<String> post(String run, String yaml, String... headers) throws Exception {
        return http.send("POST", "/api/v1/runs/" + run + "/rules/replay", yaml, headers);
    }
}
