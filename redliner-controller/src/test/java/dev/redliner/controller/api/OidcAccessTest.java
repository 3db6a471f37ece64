package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.redliner.controller.access.TokenHash;
import dev.redliner.controller.access.oidc.Browser;
import dev.redliner.controller.access.oidc.ProviderServer;
import dev.redliner.controller.access.oidc.Tokens;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A server whose callers an identity provider knows: who is known, and who may do what (row 33 of the faults). */
class OidcAccessTest {
    private static final String JSON = "application/json";
    private static final String ABORT = "/api/v1/runs/shop-1/abort";
    private static final String BREAK_GLASS = TokenHash.newToken();

    private static ProviderServer provider;
    private static ApiServer server;
    private static Http http;
    private static Tokens tokens;

    @BeforeAll
    static void start() {
        provider = new ProviderServer(0);
        server = new ApiServer(settings(provider.issuer()));
        http = new Http(server.url());
        tokens = new Tokens(provider.issuer());
    }

    /** The settings of a server with this provider. */
    static String[] settings(String issuer) {
        String oidc = "--redliner.controller.access.oidc.";
        return new String[] {
            "--redliner.controller.access.login=oidc",
            "--redliner.controller.access.break-glass=" + TokenHash.of(BREAK_GLASS),
            oidc + "issuer=" + issuer,
            // both servers start on a machine that may be busy
            oidc + "timeout=10s",
            oidc + "client-id=redliner",
            oidc + "client-secret=" + ProviderServer.SECRET,
            oidc + "audience=" + ProviderServer.AUDIENCE,
            oidc + "device-client-id=redliner-cli",
            oidc + "device-scopes=profile",
            oidc + "grants[0].group=sre",
            oidc + "grants[0].roles=operator,abort-any",
            oidc + "grants[1].group=pipelines",
            oidc + "grants[1].roles=operator:shop",
            oidc + "grants[2].group=everyone",
            oidc + "grants[2].roles=viewer"
        };
    }

    @AfterAll
    static void stop() {
        server.close();
        provider.close();
    }

    @BeforeEach
    void runs() {
        server.runs().put(ScriptedRun.accepted("shop-1", "basket"));
        server.runs().put(ScriptedRun.accepted("other-1", "basket"));
    }

    private static HttpResponse<String> as(String token, String method, String path) throws Exception {
        String body = method.equals("GET") ? "" : "{\"why\": \"a test\", \"pools\": \"all\"}";
        return http.send(method, path, body, "Content-Type", JSON, "Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> login(Browser browser, String name, String to) throws Exception {
        HttpResponse<String> form = browser.open(server.url() + to);
        // the page of this server, with a link to the provider
        HttpResponse<String> theirs = browser.open(server.url() + "/oauth2/authorization/redliner?to=" + to);
        assertThat(form.body()).contains("/oauth2/authorization/redliner?to=" + to);
        return browser.submit(theirs, "/login", Map.of("username", name, "password", ProviderServer.PASSWORD));
    }

    @Test
    void a_person_logs_in_at_the_provider_and_acts_under_their_name() throws Exception {
        var browser = new Browser();
        HttpResponse<String> page = login(browser, "alice", "/runs");
        assertThat(page.uri().getPath()).isEqualTo("/runs");
        assertThat(page.body())
                .contains(">alice<", "operator, abort-any, viewer")
                .doesNotContain("id=\"viewer\"");
        assertThat(browser.visited())
                .anyMatch(it -> it.contains("/oauth2/authorize?") && it.contains("code_challenge_method=S256"));
        assertThat(browser.change("POST", server.url() + ABORT, "{\"why\": \"seen\"}", server.url())
                        .statusCode())
                .isEqualTo(202);
        assertThat(server.runs().aborts()).last().matches(it -> it.who().equals("alice"));
        await("the login in the audit log").until(() -> logins().contains("alice"));
        // no other site can use the session
        assertThat(browser.change("POST", server.url() + ABORT, "{}", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.change("DELETE", server.url() + "/api/v1/session", "", server.url())
                        .statusCode())
                .isEqualTo(204);
        assertThat(browser.get(server.url() + "/api/v1/runs").statusCode()).isEqualTo(401);
    }

    private static List<String> logins() throws Exception {
        JsonNode entries = Http.json(as(Tokens.signed(tokens.claims()), "GET", "/api/v1/audit?limit=500"));
        return entries.valueStream()
                .filter(entry -> entry.path("action").asString().equals("access.login"))
                .map(entry -> entry.path("who").asString())
                .toList();
    }

    @Test
    void a_viewer_starts_nothing_and_a_person_without_a_role_reads_nothing() throws Exception {
        var vic = new Browser();
        assertThat(login(vic, "vic", "/").body()).contains("You are a viewer.");
        assertThat(vic.change("POST", server.url() + ABORT, "{}", server.url()).statusCode())
                .isEqualTo(403);
        var nobody = new Browser();
        HttpResponse<String> refused = login(nobody, "nobody", "/");
        assertThat(refused.uri().toString()).endsWith("/login?problem=no-role");
        assertThat(refused.body()).contains("none of your groups has a role here");
        assertThat(nobody.get(server.url() + "/api/v1/runs").statusCode()).isEqualTo(401);
    }

    @Test
    void a_login_that_another_browser_began_is_refused() throws Exception {
        var victim = new Browser();
        var attacker = new Browser();
        HttpResponse<String> theirs = attacker.open(server.url() + "/oauth2/authorization/redliner");
        HttpResponse<String> answer =
                attacker.post(theirs, "/login", Map.of("username", "alice", "password", ProviderServer.PASSWORD));
        String callback = attacker.get(answer.headers().firstValue("Location").orElseThrow())
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(callback).contains("/login/oauth2/code/redliner?code=");
        assertThat(victim.open(callback).uri().toString()).endsWith("/login?problem=invalid");
        assertThat(victim.get(server.url() + "/api/v1/runs").statusCode()).isEqualTo(401);
        // and a state that nobody began
        assertThat(victim.open(server.url() + "/login/oauth2/code/redliner?code=x&state=y")
                        .uri()
                        .toString())
                .endsWith("/login?problem=invalid");
        assertThat(victim.open(server.url() + "/oauth2/authorization/redliner?to=https://evil.example")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_program_has_the_roles_of_its_groups_per_pool() throws Exception {
        String token = program();
        assertThat(as(token, "GET", "/api/v1/session").body()).contains("\"ci\"", "operator:shop");
        assertThat(as(token, "POST", ABORT).statusCode()).isEqualTo(202);
        assertThat(server.runs().aborts()).last().matches(it -> it.who().equals("ci"));
        HttpResponse<String> other = as(token, "POST", "/api/v1/runs/other-1/abort");
        assertThat(other.statusCode()).isEqualTo(403);
        assertThat(other.body()).contains("ci may not abort runs of other");
    }

    /** A token of a program that the provider issues for its secret. */
    private static String program() throws Exception {
        HttpResponse<String> answer = new Http(provider.issuer())
                .send(
                        "POST",
                        "/oauth2/token",
                        "grant_type=client_credentials",
                        "Content-Type",
                        "application/x-www-form-urlencoded",
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(("ci:"
                                                        + URLEncoder.encode(
                                                                ProviderServer.PROGRAM_SECRET, StandardCharsets.UTF_8))
                                                .getBytes(StandardCharsets.UTF_8)));
        return Http.json(answer).path("access_token").asString();
    }

    @Test
    void a_forged_or_foreign_token_is_no_caller() throws Exception {
        var hostile = new LinkedHashMap<String, String>();
        hostile.put("another audience", Tokens.signed(tokens.claims().audience("another-api")));
        hostile.put("no audience", Tokens.signed(tokens.claims().audience((String) null)));
        hostile.put("another issuer", Tokens.signed(tokens.claims().issuer("https://id.evil.example")));
        hostile.put("no issuer", Tokens.signed(tokens.claims().issuer(null)));
        hostile.put(
                "expired",
                Tokens.signed(tokens.claims().issueTime(Tokens.in(-300)).expirationTime(Tokens.in(-120))));
        hostile.put("never expires", Tokens.signed(tokens.claims().expirationTime(null)));
        hostile.put("not yet valid", Tokens.signed(tokens.claims().notBeforeTime(Tokens.in(120))));
        hostile.put("unsigned", Tokens.unsigned(tokens.claims()));
        hostile.put("signed with the public key", Tokens.signedWithPublicKey(tokens.claims()));
        hostile.put("another key", Tokens.forged(tokens.claims()));
        hostile.put("unknown key", Tokens.unknownKey(tokens.claims()));
        hostile.put("unknown key again", Tokens.unknownKey(tokens.claims()));
        hostile.put("tampered", Tokens.tampered(tokens.claims()));
        hostile.put("a logout token", Tokens.withType(tokens.claims(), "logout+jwt"));
        hostile.put("no token", "nonsense");
        hostile.put("much", "a.b." + "c".repeat(7000));
        for (Map.Entry<String, String> token : hostile.entrySet()) {
            for (String method : List.of("GET", "POST")) {
                HttpResponse<String> answer =
                        as(token.getValue(), method, method.equals("GET") ? "/api/v1/runs" : ABORT);
                assertThat(answer.statusCode())
                        .as(token.getKey() + answer.body())
                        .isEqualTo(401);
                assertThat(answer.headers().firstValue("WWW-Authenticate").orElse(""))
                        .startsWith("Bearer");
            }
        }
        assertThat(as(Tokens.signed(tokens.claims()), "GET", "/api/v1/runs").statusCode())
                .isEqualTo(200);
        assertThat(as(Tokens.withType(tokens.claims(), "at+jwt"), "GET", "/api/v1/runs")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_clock_may_differ_by_the_skew() throws Exception {
        JWTClaimsSet.Builder claims = tokens.claims().issueTime(Tokens.in(-300)).expirationTime(Tokens.in(-20));
        assertThat(as(Tokens.signed(claims), "GET", "/api/v1/runs").statusCode())
                .isEqualTo(200);
    }

    @Test
    void claims_of_another_type_are_refused() throws Exception {
        List<JWTClaimsSet.Builder> wrong = List.of(
                tokens.claims().claim("groups", 7),
                tokens.claims().claim("groups", true),
                tokens.claims().claim("groups", List.of(List.of("sre"))),
                tokens.claims().claim("groups", List.of("sre", 7)),
                tokens.claims().claim("groups", Map.of("sre", true)),
                tokens.claims().claim("preferred_username", List.of("bot")),
                tokens.claims().claim("preferred_username", "two words"),
                tokens.claims().claim("preferred_username", "break-glass"),
                tokens.claims().claim("preferred_username", ""));
        for (JWTClaimsSet.Builder claims : wrong) {
            HttpResponse<String> answer = as(Tokens.signed(claims), "POST", ABORT);
            assertThat(answer.statusCode()).as(claims.getClaims().toString()).isEqualTo(401);
            assertThat(answer.body()).contains("The claim '");
        }
        // one text is one group, and no list of words
        assertThat(as(Tokens.signed(tokens.claims().claim("groups", "sre")), "POST", ABORT)
                        .statusCode())
                .isEqualTo(202);
        for (Object none : new Object[] {"everyone sre", List.of("SRE"), List.of(), "operator"}) {
            HttpResponse<String> answer = as(Tokens.signed(tokens.claims().claim("groups", none)), "POST", ABORT);
            assertThat(answer.statusCode()).as(String.valueOf(none)).isEqualTo(403);
            assertThat(answer.body()).contains("bot has no role here");
        }
    }

    @Test
    void a_caller_without_the_claim_of_the_name_has_the_subject_as_name() throws Exception {
        String token = Tokens.signed(tokens.claims().claim("preferred_username", null));
        assertThat(as(token, "GET", "/api/v1/session").body()).contains("\"subject-1\"");
    }

    @Test
    void the_command_line_learns_without_a_login_where_to_log_in() throws Exception {
        JsonNode options = Http.json(http.send("GET", "/api/v1/session/options", ""));
        assertThat(options.path("login").asString()).isEqualTo("oidc");
        assertThat(options.path("issuer").asString()).isEqualTo(provider.issuer());
        assertThat(options.path("clientId").asString()).isEqualTo("redliner-cli");
        String password = "{\"name\": \"alice\", \"password\": \"x\"}";
        assertThat(http.send("POST", "/api/v1/session", password, "Content-Type", JSON)
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void a_device_gets_a_token_when_a_person_has_approved_it() throws Exception {
        var provided = new Http(provider.issuer());
        String form = "application/x-www-form-urlencoded";
        JsonNode device = Http.json(provided.send(
                "POST", "/oauth2/device_authorization", "client_id=redliner-cli&scope=profile", "Content-Type", form));
        String poll = "client_id=redliner-cli&grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code="
                + device.path("device_code").asString();
        assertThat(provided.send("POST", "/oauth2/token", poll, "Content-Type", form)
                        .body())
                .contains("authorization_pending");
        var browser = new Browser();
        HttpResponse<String> login =
                browser.open(device.path("verification_uri_complete").asString());
        HttpResponse<String> consent =
                browser.submit(login, "/login", Map.of("username", "alice", "password", ProviderServer.PASSWORD));
        browser.post(
                consent,
                "/oauth2/device_verification",
                Map.of(
                        "client_id",
                        "redliner-cli",
                        "scope",
                        "profile",
                        "user_code",
                        device.path("user_code").asString()));
        JsonNode token = Http.json(provided.send("POST", "/oauth2/token", poll, "Content-Type", form));
        HttpResponse<String> session = as(token.path("access_token").asString(), "GET", "/api/v1/session");
        assertThat(session.body()).contains("\"alice\"", "abort-any");
    }
}
