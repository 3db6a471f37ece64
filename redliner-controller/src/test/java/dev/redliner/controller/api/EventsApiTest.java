package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.controller.access.AccountEntry;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.access.TokenHash;
import dev.redliner.controller.service.ServiceDocuments;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Announcements of deploys, with a login and with signatures. */
class EventsApiTest {
    private static final String SECRET = "a secret of the build";
    private static final String EVENTS = "/api/v1/events";
    private static final String TYPE = "application/cloudevents+json";

    @TempDir
    static Path folder;

    private static final String TOKEN = TokenHash.newToken();
    private static final String VIEWER = TokenHash.newToken();
    private static final String OTHER = TokenHash.newToken();
    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        Path file = folder.resolve("accounts.yaml");
        Files.writeString(
                file,
                "accounts:\n  tokens:\n"
                        + AccountEntry.token("ci", TOKEN, List.of(Role.parse("operator"), Role.parse("services")))
                        + AccountEntry.token("viewer", VIEWER, List.of(Role.parse("viewer")))
                        + AccountEntry.token("other", OTHER, List.of(Role.parse("operator:other-*"))));
        server = new ApiServer(
                "--redliner.controller.access.login=local",
                "--redliner.controller.access.accounts=" + file,
                "--redliner.controller.events.webhooks.build.secret=" + SECRET,
                "--redliner.controller.events.webhooks.build.services=check*",
                "--redliner.controller.events.webhooks.till.secret=the secret of another build",
                "--redliner.controller.events.webhooks.till.services=till");
        http = new Http(server.url());
        put("services/checkout", ServiceDocuments.CHECKOUT);
        put("schedules/after", "schedule: after\nservice: checkout\non: deploy\nsettle: 20m\n");
    }

    private static void put(String path, String yaml) throws Exception {
        HttpResponse<String> answer = http.send(
                "PUT", "/api/v1/" + path, yaml, "Content-Type", "application/yaml", "Authorization", "Bearer " + TOKEN);
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String event(String id) {
        return event(id, "checkout", Instant.now().toString());
    }

    private static String event(String id, String service, String time) {
        return """
                {"specversion": "1.0", "type": "dev.redliner.deploy", "source": "ci", "id": "%s", "subject": "%s",
                 "time": "%s", "data": {"version": "1.2.3"}}
                """
                .formatted(id, service, time);
    }

    private static HttpResponse<String> announce(String token, String body) throws Exception {
        return http.send("POST", EVENTS, body, "Content-Type", TYPE, "Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> signed(String secret, String body, String sent) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signature = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        return http.send("POST", EVENTS, sent, "Content-Type", TYPE, "X-Hub-Signature-256", signature);
    }

    private static JsonNode get(String path) throws Exception {
        return Http.json(http.send("GET", path, "", "Authorization", "Bearer " + VIEWER));
    }

    @Test
    void a_deploy_lets_a_schedule_fire_once_and_is_listed_with_its_caller() throws Exception {
        HttpResponse<String> first = announce(TOKEN, event("e1"));
        assertThat(first.statusCode()).as(first.body()).isEqualTo(202);
        assertThat(Http.json(first).path("known").asBoolean()).isFalse();
        assertThat(Http.json(first).path("schedules").get(0).asString()).isEqualTo("after");
        assertThat(Http.json(announce(TOKEN, event("e1"))).path("known").asBoolean())
                .isTrue();
        JsonNode waiting = get("/api/v1/schedules/after").path("waiting");
        assertThat(waiting.path("reason").asString()).startsWith("Version 1.2.3 was deployed at ");
        JsonNode listed = get("/api/v1/services/checkout/deploys");
        assertThat(listed.toString()).contains("\"id\":\"e1\"", "\"announcedBy\":\"ci\"", "\"version\":\"1.2.3\"");
        assertThat(http.send("GET", "/schedules/after", "", "Authorization", "Bearer " + VIEWER)
                        .body())
                .contains("after each deploy, 20 min later", "Version 1.2.3 was deployed at");
    }

    @Test
    void the_binary_mode_and_cdevents_are_understood() throws Exception {
        HttpResponse<String> answer = http.send(
                "POST",
                EVENTS,
                "{\"version\": \"7\"}",
                "Content-Type",
                "application/json",
                "Authorization",
                "Bearer " + TOKEN,
                "ce-specversion",
                "1.0",
                "ce-id",
                "b1",
                "ce-source",
                "/argo",
                "ce-type",
                "dev.cdevents.service.upgraded.0.2.0",
                "ce-subject",
                "checkout");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        assertThat(Http.json(answer).path("version").asString()).isEqualTo("7");
    }

    @Test
    void a_signed_event_needs_no_login_and_is_limited_to_the_services_of_its_webhook() throws Exception {
        String body = event("s1");
        HttpResponse<String> answer = signed(SECRET, body, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        assertThat(get("/api/v1/services/checkout/deploys").toString()).contains("webhook build");
        String till = event("s2", "till", Instant.now().toString());
        assertThat(signed(SECRET, till, till).statusCode()).isEqualTo(403);
        assertThat(signed("the secret of another build", body, body).statusCode())
                .isEqualTo(403);
    }

    @Test
    void a_changed_an_old_or_a_wrongly_signed_event_is_refused() throws Exception {
        String body = event("w1");
        assertThat(signed("a guess at the secret", body, body).statusCode()).isEqualTo(401);
        assertThat(signed(SECRET, body, body.replace("1.2.3", "6.6.6")).statusCode())
                .isEqualTo(401);
        String old = event("w2", "checkout", Instant.now().minusSeconds(44_000).toString());
        assertThat(signed(SECRET, old, old).body()).contains("A signed event needs a time of the last 12 hours.");
        String untimed = body.replaceAll("\"time\": \"[^\"]*\",", "");
        assertThat(signed(SECRET, untimed, untimed).statusCode()).isEqualTo(400);
        assertThat(http.send("POST", EVENTS, body, "Content-Type", TYPE).statusCode())
                .isEqualTo(401);
        assertThat(http.send("POST", EVENTS, body, "Content-Type", TYPE, "X-Hub-Signature-256", "")
                        .statusCode())
                .isEqualTo(401);
        // headers are not signed
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String empty = "sha256=" + HexFormat.of().formatHex(mac.doFinal("{}".getBytes(StandardCharsets.UTF_8)));
        assertThat(http.send(
                                "POST",
                                EVENTS,
                                "{}",
                                "Content-Type",
                                "application/json",
                                "X-Hub-Signature-256",
                                empty,
                                "ce-specversion",
                                "1.0",
                                "ce-id",
                                "w3",
                                "ce-source",
                                "x",
                                "ce-type",
                                "dev.redliner.deploy",
                                "ce-subject",
                                "checkout")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void who_may_announce_another_service_cannot_hide_the_deploys_of_this_one() throws Exception {
        put("services/other-1", ServiceDocuments.CHECKOUT.replace("service: checkout", "service: other-1"));
        assertThat(announce(OTHER, event("x1", "other-1", Instant.now().toString()))
                        .statusCode())
                .isEqualTo(202);
        assertThat(Http.json(announce(TOKEN, event("x1"))).path("known").asBoolean())
                .isFalse();
    }

    @Test
    void announcing_needs_the_right_to_measure_the_service() throws Exception {
        assertThat(announce(VIEWER, event("r1")).statusCode()).isEqualTo(403);
        assertThat(announce(OTHER, event("r1")).statusCode()).isEqualTo(403);
        assertThat(announce(TOKEN, event("r1", "nobody", Instant.now().toString()))
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{",
                "{}",
                "{\"specversion\": \"0.3\"}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a\", \"id\": \"b\"}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deployment\", \"source\": \"a\", \"id\": \"b\", \"subject\": \"checkout\"}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a b\", \"id\": \"b\", \"subject\": \"checkout\"}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a\", \"id\": \"\\u0000\", \"subject\": \"checkout\"}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a\", \"id\": \"b\", \"subject\": \"../x\"}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a\", \"id\": \"b\", \"subject\": \"checkout\", \"time\": \"noon\"}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a\", \"id\": \"b\", \"subject\": \"checkout\", \"data\": {\"version\": \"a\\u0000\"}}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a\", \"id\": \"b\", \"subject\": \"checkout\", \"data\": {\"version\": 7}}",
                "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"a\", \"id\": \"b\", \"subject\": \"checkout\", \"data\": [1]}"
            })
    void what_is_no_announcement_is_a_bad_request(String body) throws Exception {
        HttpResponse<String> answer = announce(TOKEN, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void a_short_secret_is_refused_at_the_start() {
        assertThatThrownBy(() -> new ApiServer("--redliner.controller.events.webhooks.a.secret=short").close())
                .hasStackTraceContaining("redliner.controller.events.webhooks.a.secret has 5 characters and not 16");
    }
}
