package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests that no client of Redliner sends. Each is answered with a problem that the description of the API lists. */
class StrangersTest {
    private static final String FORM = "application/x-www-form-urlencoded";

    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() {
        server = new ApiServer();
        http = new Http(server.url());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /api/v1/runs?limit=0&=null|400|bad-request",
                "GET /api/v1/runs?&=|400|bad-request",
                "GET /api/v1/services/till/traffic?=true|400|bad-request",
                "GET /api/v1/runs/1/events?=|400|bad-request",
                "DELETE /api/v1/envoy-configurations/till?confirm=&=null|400|bad-request",
                "GET /api/v1/runs?limit=%zz|400|bad-request",
                "GET /api/v1/runs?limit=%ff|400|bad-request",
                "GET /?=null|400|bad-request",
                "GET /api/v1/runs?limit=|400|bad-request",
                "GET /api/v1/runs?limit=2147483648|400|bad-request",
                "GET /api/v1/runs?limit=1&limit=2|400|bad-request",
                "GET /api/v1/audit?after=-1|400|bad-request",
                "GET /api/v1/audit/verification?seq=0&hash=a|400|bad-request",
                "GET /api/v1/runs/%00|400|bad-request",
                "GET /api/v1/services/a%2fb|400|bad-request",
                "GET /api/v1/nothing|404|unknown-path",
                "TRACE /api/v1/runs|405|method-not-allowed",
                "PATCH /api/v1/runs|405|method-not-allowed"
            })
    void an_address_that_cannot_be_read_is_refused(String asked, int status, String type) throws IOException {
        assertProblem(raw(asked, ""), status, type);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /,multipart/form-data,415",
        "GET /api/v1/envoy-configurations,multipart/form-data,415",
        "PUT /api/v1/safety-lever,multipart/form-data,415",
        "PUT /api/v1/safety-lever," + FORM + ",415",
        "PUT /api/v1/safety-lever?=1," + FORM + ",415",
        "PUT /api/v1/safety-lever,application/json;charset=none,415",
        "PUT /api/v1/safety-lever,json,415"
    })
    void a_body_of_another_media_type_is_refused(String asked, String mediaType, int status) throws IOException {
        String answer = raw(asked, "a=%zz", "Content-Type: " + mediaType);
        assertProblem(answer, status, "unsupported-media-type");
    }

    @ParameterizedTest
    @CsvSource({"nothing", "application/xml"})
    void an_answer_that_is_not_acceptable_is_refused_with_a_problem(String accept) throws IOException {
        assertProblem(raw("GET /api/v1/runs", "", "Accept: " + accept), 406, "not-acceptable");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/runs|'{\"service\":\"a\",\"cold\":1}'|The field 'cold' of the body has a value of a wrong type",
                "/api/v1/runs|'{\"service\":{}}'|The field 'service' of the body",
                "/api/v1/runs|'[1]'|The body is not a JSON object (line 1, column 1).",
                "/api/v1/runs|'{'|The body is not a JSON object",
                "/api/v1/runs|'null'|The operation needs a body",
                "/api/v1/restore|'{}'|The body does not name the pools."
            })
    void a_body_that_cannot_be_read_is_refused_with_its_place(String path, String body, String detail)
            throws IOException {
        String answer = raw("POST " + path, body, "Content-Type: application/json");
        assertProblem(answer, 400, "bad-request");
        assertThat(json(answer).path("detail").asString()).startsWith(detail);
    }

    @Test
    void the_path_of_the_check_offers_what_is_described() throws IOException {
        assertThat(raw("OPTIONS /api/v1/services/check", "")).contains("Allow: POST,OPTIONS\r\n");
    }

    @Test
    void a_name_that_no_database_can_hold_is_one_of_no_service() throws IOException {
        String answer = raw("POST /api/v1/runs", "{\"service\":\"a\\u0000\\ud800\"}", "Content-Type: application/json");
        assertProblem(answer, 404, "unknown-service");
    }

    @Test
    void a_reason_is_never_refused_and_is_made_storable() throws Exception {
        String[] json = {"Content-Type", "application/json"};
        http.send("PUT", "/api/v1/safety-lever", "{\"why\":\"a\\u0000b\\ud800\"}", json);
        assertThat(Http.json(http.send("GET", "/api/v1/safety-lever", ""))
                        .path("why")
                        .asString())
                .isEqualTo("a\uFFFDb\uFFFD");
        http.send("DELETE", "/api/v1/safety-lever", "");
        assertThat(http.send("PUT", "/api/v1/safety-lever", "{\"why\":4711}", json)
                        .statusCode())
                .isEqualTo(200);
        http.send("DELETE", "/api/v1/safety-lever", "");
    }

    @Test
    void both_addresses_of_the_description_have_title_and_version_and_the_paths_of_the_api_only() throws Exception {
        for (String address : new String[] {"/v3/api-docs", "/v3/api-docs/v1"}) {
            JsonNode description = Http.json(http.send("GET", address, ""));
            assertThat(description.at("/info/title").asString()).isEqualTo("Redliner");
            assertThat(description.at("/info/version").asString()).isEqualTo("v1");
            assertThat(description.path("paths").propertyNames())
                    .isNotEmpty()
                    .allMatch(it -> it.startsWith("/api/v1/"));
        }
    }

    @ParameterizedTest
    @EnumSource(ProblemType.class)
    void each_type_of_a_problem_is_described(ProblemType type) throws Exception {
        JsonNode responses = Http.json(http.send("GET", "/v3/api-docs", ""))
                .path("components")
                .path("responses");
        assertThat(responses.path(type.label()).path("description").asString()).contains(type.title());
    }

    private static void assertProblem(String answer, int status, String type) {
        assertThat(answer).startsWith("HTTP/1.1 " + status).containsIgnoringCase("application/problem+json");
        assertThat(json(answer).path("type").asString()).isEqualTo("urn:redliner:problem:" + type);
        assertThat(json(answer).path("status").asInt()).isEqualTo(status);
        assertThat(json(answer).path("detail").asString()).endsWith(".");
    }

    private static JsonNode json(String answer) {
        String body = answer.substring(answer.indexOf("\r\n\r\n"));
        // with or without chunks, the problem is the only object in the answer
        return JsonMapper.shared().readTree(body.substring(body.indexOf('{'), body.lastIndexOf('}') + 1));
    }

    /** Sends the request unchanged, because the JDK's client corrects mistakes. */
    private static String raw(String asked, String body, String... headers) throws IOException {
        var request = new StringBuilder(asked + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        Arrays.stream(headers).forEach(header -> request.append(header).append("\r\n"));
        if (!body.isEmpty()) {
            request.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        request.append("\r\n").append(body);
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
