package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.access.AccountEntry;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.access.TokenHash;
import dev.redliner.controller.service.ServiceDocuments;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** A server that requires a login: who is known, and who may do what (rows 33 and 49 of the faults). */
class AccessTest {
    private static final String SCHEDULE = "schedule: shop\nservice: shop\ncron: \"0 3 * * *\"\nzone: UTC\n";
    private static final String PASSWORD = "correct horse battery";
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String ABORT = "/api/v1/runs/shop-1/abort";
    private static final String SESSION = "/api/v1/session";
    /** The checks read the text of their caller only, and a replay also a run, which every viewer may read. */
    private static final Set<String> HARMLESS = Set.of(
            "POST /api/v1/runs/shop-1/rules/replay",
            "POST /services/shop/users",
            "POST /api/v1/services/check",
            "POST /api/v1/schedules/check",
            "POST /api/v1/session",
            "POST /login",
            "POST /logout",
            "DELETE /api/v1/session");

    @TempDir
    static Path folder;

    private static final Map<String, String> TOKENS = new TreeMap<>();
    private static Path file;
    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        file = folder.resolve("accounts.yaml");
        var text = new StringBuilder("accounts:\n  users:\n");
        text.append(AccountEntry.user("ana", PASSWORD, roles("operator")));
        text.append(AccountEntry.user("vic", PASSWORD, roles("viewer")));
        text.append("  tokens:\n");
        for (String role : List.of(
                "viewer", "operator", "operator:shop", "operator:other-*", "abort-any", "services:shop", "admin")) {
            String token = TokenHash.newToken();
            TOKENS.put(role, token);
            text.append(AccountEntry.token("t" + TOKENS.size(), token, roles(role)));
        }
        Files.writeString(file, text);
        TOKENS.put("break-glass", TokenHash.newToken());
        server = new ApiServer(
                "--redliner.controller.access.login=local",
                "--redliner.controller.access.accounts=" + file,
                "--redliner.controller.access.break-glass=" + TokenHash.of(TOKENS.get("break-glass")));
        http = new Http(server.url());
    }

    private static List<Role> roles(String... roles) {
        return Stream.of(roles).map(Role::parse).toList();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void runs() {
        server.runs().put(ScriptedRun.accepted("shop-1", "basket"));
        // no run that is active on the pool forbids to change its service
        server.runs().onStart(service -> ScriptedRun.accepted("started", "basket"));
    }

    private static HttpResponse<String> as(String role, String method, String path, String body) throws Exception {
        String[] headers = {
            "Content-Type", type(method, path), "Authorization", "Bearer " + TOKENS.get(role), "Origin", server.url()
        };
        return http.send(method, path, body, headers);
    }

    private static String type(String method, String path) {
        if (method.equals("POST") && !path.startsWith("/api/")) {
            return FORM;
        }
        return path.contains("services") || path.contains("schedules") ? "application/yaml" : JSON;
    }

    private static int status(String role, String method, String path, String body) throws Exception {
        return as(role, method, path, body).statusCode();
    }

    /** Every operation that is not only read, with example values in its path. */
    private static Set<String> changes() {
        Set<String> changes = server.parts(RequestMappingHandlerMapping.class).stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .flatMap(AccessTest::changes)
                .collect(Collectors.toCollection(TreeSet::new));
        changes.removeAll(HARMLESS);
        return changes;
    }

    private static Stream<String> changes(RequestMappingInfo info) {
        Set<RequestMethod> reading = Set.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS);
        return info.getMethodsCondition().getMethods().stream()
                .filter(method -> !reading.contains(method))
                .flatMap(method -> info.getPatternValues().stream()
                        .map(path ->
                                method + " " + path.replace("{id}", "shop-1").replaceAll("\\{[^}]*}", "shop")));
    }

    @Test
    void without_a_login_nothing_answers_but_health_and_the_login_page() throws Exception {
        List<String> answered = new ArrayList<>();
        for (String path : List.of(
                "/",
                "/runs",
                "/parts/overview",
                "/audit",
                "/api/v1/runs",
                "/api/v1/runs/shop-1/events",
                SESSION,
                "/actuator/prometheus",
                "/actuator",
                "/nowhere",
                "/api/openapi.yaml",
                "/schema/service.json",
                "/error",
                "/runs/shop-1/report.json",
                "//runs",
                "/live/../runs",
                "/pages/..%2fruns")) {
            int status = http.send("GET", path, "").statusCode();
            if (status != 401 && status != 400) {
                answered.add(path + " " + status);
            }
        }
        assertThat(answered).isEmpty();
        // editors load it without a login
        assertThat(http.send("GET", "/schemas/service.json", "").statusCode()).isEqualTo(200);
        for (String change : changes()) {
            String[] parts = change.split(" ");
            assertThat(http.send(parts[0], parts[1], "").statusCode())
                    .as(change)
                    .isEqualTo(401);
        }
        HttpResponse<String> refused = http.send("GET", "/api/v1/runs", "", "Accept", JSON);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(Http.json(refused).path("type").asString()).isEqualTo("urn:redliner:problem:login-required");

        for (String path : List.of("/actuator/health", "/login", "/pages/redliner.css", "/vendor/htmx/htmx.min.js")) {
            assertThat(http.send("GET", path, "").statusCode()).as(path).isEqualTo(200);
        }
        assertThat(http.send("GET", "/runs/shop-1?x=1&y=2", "", "Accept", "text/html")
                        .headers()
                        .firstValue("Location"))
                .hasValueSatisfying(it -> assertThat(it).endsWith("/login?to=%2Fruns%2Fshop-1%3Fx%3D1%26y%3D2"));
    }

    @Test
    void a_wrong_token_is_no_caller() throws Exception {
        for (String wrong : List.of(
                "Bearer nonsense",
                "Bearer " + TokenHash.of(TOKENS.get("admin")),
                "Bearer ",
                "Basic YTpi",
                "Bearer a b")) {
            assertThat(http.send("GET", "/api/v1/runs", "", "Authorization", wrong)
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(401);
        }
    }

    @Test
    void a_viewer_reads_everything_and_changes_nothing() throws Exception {
        assertThat(changes())
                .hasSizeGreaterThan(12)
                .contains("POST " + ABORT, "PUT /api/v1/safety-lever", "POST /runs/shop-1/abort", "POST /lever");
        for (String page : List.of("/", "/runs", "/services/shop", "/audit", "/api/v1/runs", "/actuator/prometheus")) {
            assertThat(status("viewer", "GET", page, "")).as(page).isIn(200, 404);
        }
        store("shop");
        int aborts = server.runs().aborts().size();
        int started = server.runs().started();
        for (String change : changes()) {
            String[] parts = change.split(" ");
            int before = refusals();
            HttpResponse<String> answer = as("viewer", parts[0], parts[1], body(parts[1]));
            assertThat(answer.statusCode()).as(change + ": " + answer.body()).isEqualTo(403);
            assertThat(answer.body()).contains("needs the role");
            // entries go to the disk first, and to the database a moment later
            await("audited " + change).until(() -> refusals() == before + 1);
        }
        assertThat(server.runs().aborts()).hasSize(aborts);
        assertThat(server.runs().started()).isEqualTo(started);
    }

    /** A body that each operation can read. */
    private static String body(String path) {
        if (path.endsWith("/new") || path.endsWith("/edit")) {
            String text = path.startsWith("/services/") ? service("shop") : SCHEDULE;
            return "revision=1&text=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
        if (!path.startsWith("/api/")) {
            return "action=engage&why=a+test";
        }
        if (path.endsWith("/events")) {
            return "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"ci\", \"id\": \"e\","
                    + " \"subject\": \"shop\"}";
        }
        if (path.contains("/services/")) {
            return service("shop");
        }
        if (path.contains("/schedules/")) {
            return SCHEDULE;
        }
        return "{\"service\": \"shop\", \"pools\": \"all\", \"why\": \"a test\"}";
    }

    private static String service(String name) {
        return ServiceDocuments.CHECKOUT.replace("service: checkout", "service: " + name);
    }

    private static void store(String name) throws Exception {
        assertThat(status("admin", "PUT", "/api/v1/services/" + name, service(name)))
                .isIn(200, 201);
        String schedule = "schedule: " + name + "\nservice: " + name + "\ncron: \"0 3 * * *\"\nzone: UTC\n";
        assertThat(status("admin", "PUT", "/api/v1/schedules/" + name, schedule))
                .isIn(200, 201);
    }

    private static int refusals() throws Exception {
        int count = 0;
        for (JsonNode entry : audit()) {
            count += entry.path("action").asString().equals("access.refused") ? 1 : 0;
        }
        return count;
    }

    private static JsonNode audit() throws Exception {
        JsonNode answer = Http.json(as("viewer", "GET", "/api/v1/audit?limit=200", ""));
        return answer.isArray() ? answer : answer.path("entries");
    }

    @Test
    void an_operator_of_a_pool_measures_that_pool_and_no_other() throws Exception {
        String start = "{\"service\": \"shop\"}";
        assertThat(status("operator:shop", "POST", "/api/v1/runs", start)).isEqualTo(202);
        assertThat(status("operator:other-*", "POST", "/api/v1/runs", start)).isEqualTo(403);
        assertThat(status("operator:shop", "POST", "/api/v1/runs", "{\"service\": \"shop-2\"}"))
                .isEqualTo(403);
        assertThat(status("operator:other-*", "POST", ABORT, "")).isEqualTo(403);
        assertThat(status("operator:shop", "POST", ABORT, "")).isEqualTo(202);
        assertThat(status("operator:shop", "PUT", "/api/v1/safety-lever", "{\"why\": \"x\"}"))
                .isEqualTo(403);
        assertThat(status("operator:shop", "PUT", "/api/v1/services/shop", service("shop")))
                .isEqualTo(403);
    }

    @Test
    void a_schedule_belongs_to_the_pool_that_it_measures() throws Exception {
        store("shop");
        store("other-1");
        String taken = "schedule: other-1\nservice: shop\ncron: \"0 3 * * *\"\nzone: UTC\n";
        assertThat(status("operator:shop", "PUT", "/api/v1/schedules/other-1", taken))
                .isEqualTo(403);
        assertThat(status("operator:shop", "POST", "/api/v1/schedules/other-1/pause", ""))
                .isEqualTo(403);
        assertThat(status("operator:shop", "DELETE", "/api/v1/schedules/other-1", ""))
                .isEqualTo(403);
        String given = "schedule: shop\nservice: other-1\ncron: \"0 3 * * *\"\nzone: UTC\n";
        assertThat(status("operator:shop", "PUT", "/api/v1/schedules/shop", given))
                .isEqualTo(403);
        assertThat(status("operator:shop", "POST", "/api/v1/schedules/shop/pause", ""))
                .isEqualTo(200);
    }

    @Test
    void abort_any_ends_and_starts_nothing() throws Exception {
        assertThat(status("abort-any", "POST", ABORT, "")).isEqualTo(202);
        assertThat(status("abort-any", "POST", "/api/v1/runs", "{\"service\": \"shop\"}"))
                .isEqualTo(403);
        assertThat(status("abort-any", "PUT", "/api/v1/safety-lever", "{\"why\": \"x\"}"))
                .isEqualTo(200);
        assertThat(status("abort-any", "POST", "/api/v1/restore", "{\"pools\": \"all\", \"why\": \"x\"}"))
                .isEqualTo(200);
        assertThat(status("abort-any", "DELETE", "/api/v1/safety-lever", "")).isEqualTo(403);
        assertThat(status("operator", "DELETE", "/api/v1/safety-lever", "")).isEqualTo(200);
    }

    @Test
    void who_changes_services_starts_no_run() throws Exception {
        assertThat(status("services:shop", "PUT", "/api/v1/services/shop", service("shop")))
                .isIn(200, 201);
        assertThat(status("services:shop", "PUT", "/api/v1/services/other", service("other")))
                .isEqualTo(403);
        assertThat(status("services:shop", "POST", "/api/v1/runs", "{\"service\": \"shop\"}"))
                .isEqualTo(403);
        assertThat(status("operator", "PUT", "/api/v1/services/shop", service("shop")))
                .isEqualTo(403);
    }

    private static HttpResponse<String> login(String name, String password) throws Exception {
        String body = "{\"name\": \"" + name + "\", \"password\": \"" + password + "\"}";
        return http.send("POST", SESSION, body, "Content-Type", JSON);
    }

    private static String cookie(HttpResponse<String> answer) {
        String header = answer.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(header).startsWith("redliner-session=").contains("HttpOnly", "SameSite=Lax", "Path=/");
        return header.split(";")[0];
    }

    @Test
    void a_person_logs_in_acts_under_their_name_and_logs_out() throws Exception {
        HttpResponse<String> answer = login("ana", PASSWORD);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(Http.json(answer).path("roles").get(0).asString()).isEqualTo("operator");
        String cookie = cookie(answer);
        HttpResponse<String> page = http.send("GET", "/runs", "", "Cookie", cookie, "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains(">ana<", "id=\"logout\"").doesNotContain("id=\"viewer\"");
        assertThat(page.headers().firstValue("Cache-Control"))
                .hasValueSatisfying(it -> assertThat(it).contains("no-store"));
        String[] change = {"Cookie", cookie, "Origin", server.url(), "Content-Type", JSON};
        assertThat(http.send("POST", ABORT, "{\"why\": \"seen\"}", change).statusCode())
                .isEqualTo(202);
        assertThat(server.runs().aborts()).last().matches(it -> it.who().equals("ana"));
        assertThat(http.send("DELETE", SESSION, "", change).statusCode()).isEqualTo(204);
        assertThat(http.send("GET", "/api/v1/runs", "", "Cookie", cookie).statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_person_logs_in_and_out_without_a_script() throws Exception {
        String[] form = {"Content-Type", FORM, "Origin", server.url()};
        HttpResponse<String> wrong = http.send("POST", "/login", "to=%2Fruns&name=ana&password=guess", form);
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body())
                .contains("The name or the password is wrong.", "name=\"to\" value=\"/runs\"")
                .doesNotContain("guess");
        String right = "to=%2Fruns%3Fby%3Dana&name=ana&password=" + PASSWORD.replace(' ', '+');
        HttpResponse<String> answer = http.send("POST", "/login", right, form);
        assertThat(answer.statusCode()).isEqualTo(303);
        // without a name, because a proxy may give the server another one
        assertThat(answer.headers().firstValue("Location")).contains("/runs?by=ana");
        String cookie = cookie(answer);
        String[] change = {"Cookie", cookie, "Origin", server.url(), "Content-Type", FORM};
        assertThat(http.send("POST", "/runs/shop-1/abort", "", change).statusCode())
                .isEqualTo(200);
        assertThat(server.runs().aborts()).last().matches(it -> it.who().equals("ana"));
        assertThat(http.send("POST", "/logout", "", change).statusCode()).isEqualTo(303);
        assertThat(http.send("GET", "/api/v1/runs", "", "Cookie", cookie).statusCode())
                .isEqualTo(401);
        String elsewhere = right.replace("%2Fruns%3Fby%3Dana", "%2F%2Fevil.example");
        assertThat(http.send("POST", "/login", elsewhere, form).headers().firstValue("Location"))
                .contains("/");
        String braces = right.replace("%3Fby%3Dana", "%3Fby%3D%7Bx%7D");
        assertThat(http.send("POST", "/login", braces, form).headers().firstValue("Location"))
                .contains("/runs?by={x}");
        // a form of a page whose session has ended
        for (String[] page : new String[][] {
            {server.url() + "/runs/shop-1?x=%2B", "%2Fruns%2Fshop-1%3Fx%3D%252B"},
            {server.url(), ""},
            {"https://redliner.example/lever", "%2Flever"},
            {"no address", "%2F"},
            {"", ""}
        }) {
            HttpResponse<String> ended = http.send(
                    "POST",
                    "/runs/shop-1/abort",
                    "",
                    "Content-Type",
                    FORM,
                    "Origin",
                    server.url(),
                    "Accept",
                    "text/html",
                    "Referer",
                    page[0]);
            assertThat(ended.statusCode()).isEqualTo(303);
            assertThat(ended.headers().firstValue("Location")).contains("/login?to=" + page[1]);
        }
    }

    @Test
    void another_site_cannot_use_a_session() throws Exception {
        String cookie = cookie(login("ana", PASSWORD));
        String[][] strangers = {
            {"Cookie", cookie},
            {"Cookie", cookie, "Origin", "https://evil.example"},
            {"Cookie", cookie, "Origin", "null"},
            {"Cookie", cookie, "Sec-Fetch-Site", "cross-site"},
            {"Cookie", cookie, "Origin", server.url(), "Sec-Fetch-Site", "cross-site"}
        };
        for (String[] stranger : strangers) {
            assertThat(http.send("POST", ABORT, "", stranger).statusCode())
                    .as(String.join(" ", stranger))
                    .isEqualTo(403);
            List<String> form = new ArrayList<>(List.of(stranger));
            form.addAll(List.of("Content-Type", FORM));
            assertThat(http.send("POST", "/runs/shop-1/abort", "", form.toArray(String[]::new))
                            .statusCode())
                    .as("form " + String.join(" ", stranger))
                    .isEqualTo(403);
        }
    }

    @Test
    void the_session_of_before_the_login_does_not_become_the_one_after_it() throws Exception {
        String before = cookie(login("vic", PASSWORD));
        String body = "{\"name\": \"ana\", \"password\": \"" + PASSWORD + "\"}";
        HttpResponse<String> answer =
                http.send("POST", SESSION, body, "Content-Type", JSON, "Cookie", before, "Origin", server.url());
        assertThat(cookie(answer)).isNotEqualTo(before);
        assertThat(http.send("GET", "/api/v1/runs", "", "Cookie", before).statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_viewer_sees_disabled_buttons_with_the_reason() throws Exception {
        store("shop");
        String cookie = cookie(login("vic", PASSWORD));
        String overview = http.send("GET", "/", "", "Cookie", cookie).body();
        assertThat(overview).contains("You are a viewer. Starting and aborting needs the role operator for the pool.");
        assertThat(overview)
                .contains("title=\"This needs the role operator or abort-any or admin for all pools.\""
                        + " aria-pressed=\"false\" disabled=\"disabled\"")
                .contains("title=\"This needs the role operator or abort-any or admin for this pool.\""
                        + " disabled=\"disabled\"");
        String service =
                http.send("GET", "/services/shop", "", "Cookie", cookie).body();
        assertThat(service)
                .contains("title=\"This needs the role operator or admin for this pool.\"")
                .doesNotContain("/edit\"");
        assertThat(http.send("GET", "/runs/shop-1", "", "Cookie", cookie).body())
                .contains("title=\"This needs the role operator or abort-any or admin for this pool.\"");
        String operator = http.send("GET", "/services/shop", "", "Cookie", cookie(login("ana", PASSWORD)))
                .body();
        assertThat(operator).doesNotContain("title=\"This needs the role operator or admin");
    }

    @Test
    void a_changed_password_ends_the_sessions_and_a_broken_file_keeps_the_accounts() throws Exception {
        String before = Files.readString(file);
        try {
            String cookie = cookie(login("ana", PASSWORD));
            replace("accounts: [broken");
            assertThat(http.send("GET", "/api/v1/runs", "", "Cookie", cookie).statusCode())
                    .isEqualTo(200);
            String hash = AccountEntry.user("ana", PASSWORD + "!", roles("operator"));
            replace("accounts:\n  users:\n" + hash);
            assertThat(http.send("GET", "/api/v1/runs", "", "Cookie", cookie).statusCode())
                    .isEqualTo(401);
            assertThat(status("viewer", "GET", "/api/v1/runs", "")).isEqualTo(401);
            assertThat(login("ana", PASSWORD + "!").statusCode()).isEqualTo(200);
        } finally {
            replace(before);
        }
    }

    private static void replace(String text) throws IOException {
        FileTime modified =
                FileTime.from(Files.getLastModifiedTime(file).toInstant().plusSeconds(2));
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, modified);
    }

    @Test
    void the_break_glass_token_aborts_without_a_readable_file_and_starts_nothing() throws Exception {
        String before = Files.readString(file);
        try {
            Files.delete(file);
            assertThat(status("break-glass", "POST", ABORT, "")).isEqualTo(202);
            assertThat(status("break-glass", "PUT", "/api/v1/safety-lever", "{\"why\": \"x\"}"))
                    .isEqualTo(200);
            assertThat(status("break-glass", "POST", "/api/v1/runs", "{\"service\": \"shop\"}"))
                    .isEqualTo(403);
            assertThat(status("break-glass", "DELETE", "/api/v1/safety-lever", ""))
                    .isEqualTo(403);
        } finally {
            Files.writeString(file, before);
            replace(before);
        }
        assertThat(status("operator", "DELETE", "/api/v1/safety-lever", "")).isEqualTo(200);
        assertThat(server.part(MeterRegistry.class)
                        .get("redliner.access.break.glass")
                        .counter()
                        .count())
                .isPositive();
    }

    @Test
    void guesses_are_slowed_down_and_tell_nothing() throws Exception {
        HttpResponse<String> wrong = login("vic", "a guess");
        HttpResponse<String> unknown = login("zoe", "a guess");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body().replace("vic", "")).isEqualTo(unknown.body().replace("zoe", ""));
        HttpResponse<String> last = unknown;
        for (int i = 0; i < 6; i++) {
            last = login("zoe", "a guess");
        }
        assertThat(last.statusCode()).isEqualTo(429);
        assertThat(Http.json(last).path("detail").asString()).contains("Try again in");
        assertThat(login("ana", PASSWORD).statusCode()).isEqualTo(200);
        assertThat(login("ana", "x".repeat(4000)).statusCode()).isEqualTo(401);
        assertThat(login("x".repeat(4000), PASSWORD).statusCode()).isEqualTo(401);
    }

    @Test
    void a_person_has_twenty_sessions_at_the_most() throws Exception {
        String first = cookie(login("vic", PASSWORD));
        for (int i = 0; i < 20; i++) {
            cookie(login("vic", PASSWORD));
        }
        assertThat(http.send("GET", "/api/v1/runs", "", "Cookie", first).statusCode())
                .isEqualTo(401);
    }

    @Test
    void the_login_leads_to_pages_of_this_server_only() throws Exception {
        for (String to : List.of(
                "https://evil.example", "//evil.example", "/%5Cevil.example", "javascript:alert(1)", "/%0Ax", "")) {
            assertThat(http.send("GET", "/login?to=" + to, "").body()).as(to).contains("data-to=\"/\"");
        }
        assertThat(http.send("GET", "/login?to=/runs/shop-1%3Fx=1", "").body())
                .contains("data-to=\"/runs/shop-1?x=1\"");
    }

    @Test
    void a_server_that_others_reach_does_not_start_without_a_login() {
        assertThatThrownBy(() -> new ApiServer("--server.address=0.0.0.0").close())
                .hasStackTraceContaining(
                        "server.address is 0.0.0.0, so other machines could start runs. Require a login with"
                                + " redliner.controller.access.login=local or oidc, or set server.address to 127.0.0.1.");
        // bound as a login, although it is not the same text
        assertThatThrownBy(() -> new ApiServer("--redliner.controller.access.login= Local ").close())
                .hasStackTraceContaining("cannot be read. 'redliner accounts init' creates one.");
    }
}
