package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.access.TokenHash;
import dev.redliner.controller.access.oidc.Browser;
import dev.redliner.controller.access.oidc.ProviderServer;
import dev.redliner.controller.access.oidc.Tokens;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The identity provider is dead or slow, and a person aborts (row 49 of the faults). */
@Tag("slow")
class OidcOutageTest {
    private static final String JSON = "application/json";
    private static final String ABORT = "/api/v1/runs/shop-1/abort";
    private static final String BREAK_GLASS = TokenHash.newToken();

    private static ApiServer server(String issuer, String... more) {
        String[] settings = Stream.concat(Stream.of(OidcAccessTest.settings(issuer)), Stream.of(more))
                .toArray(String[]::new);
        settings[1] = "--redliner.controller.access.break-glass=" + TokenHash.of(BREAK_GLASS);
        ApiServer server = new ApiServer(settings);
        server.runs().put(ScriptedRun.accepted("shop-1", "basket"));
        return server;
    }

    private static HttpResponse<String> as(ApiServer server, String token, String method, String path)
            throws Exception {
        String body = method.equals("GET") || method.equals("DELETE") ? "" : "{\"why\": \"x\", \"pools\": \"all\"}";
        return new Http(server.url())
                .send(method, path, body, "Content-Type", JSON, "Authorization", "Bearer " + token);
    }

    private static void breakGlassEndsEverythingAndStartsNothing(ApiServer server) throws Exception {
        assertThat(as(server, BREAK_GLASS, "POST", ABORT).statusCode()).isEqualTo(202);
        assertThat(server.runs().aborts()).last().matches(it -> it.who().equals("break-glass"));
        assertThat(as(server, BREAK_GLASS, "PUT", "/api/v1/safety-lever").statusCode())
                .isEqualTo(200);
        assertThat(as(server, BREAK_GLASS, "POST", "/api/v1/restore").statusCode())
                .isEqualTo(200);
        assertThat(as(server, BREAK_GLASS, "DELETE", "/api/v1/safety-lever").statusCode())
                .isEqualTo(403);
    }

    @Test
    void a_provider_that_was_never_there_stops_neither_the_start_nor_an_abort() throws Exception {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = free.getLocalPort();
        }
        String issuer = "http://127.0.0.1:" + closed;
        try (ApiServer server = server(issuer)) {
            breakGlassEndsEverythingAndStartsNothing(server);
            HttpResponse<String> answer = as(server, Tokens.signed(new Tokens(issuer).claims()), "GET", "/api/v1/runs");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(Http.json(answer).path("type").asString())
                    .isEqualTo("urn:redliner:problem:identity-provider-unavailable");
            assertThat(answer.body()).contains("break-glass token");
            var browser = new Browser();
            HttpResponse<String> page = browser.open(server.url() + "/oauth2/authorization/redliner?to=/runs");
            assertThat(page.uri().toString()).endsWith("/login?problem=unavailable");
            assertThat(page.body()).contains("The identity provider does not answer.", "break-glass token");
        }
    }

    @Test
    void a_provider_that_dies_ends_neither_sessions_nor_tokens_nor_aborts() throws Exception {
        var provider = new ProviderServer(0);
        int port = provider.port();
        try (ApiServer server = server(provider.issuer())) {
            var alice = new Browser();
            HttpResponse<String> form = alice.open(server.url() + "/oauth2/authorization/redliner?to=/runs");
            alice.submit(form, "/login", Map.of("username", "alice", "password", ProviderServer.PASSWORD));
            String token = Tokens.signed(new Tokens(provider.issuer()).claims());
            assertThat(as(server, token, "GET", "/api/v1/runs").statusCode()).isEqualTo(200);
            provider.close();

            breakGlassEndsEverythingAndStartsNothing(server);
            assertThat(alice.change("DELETE", server.url() + "/api/v1/safety-lever", "", server.url())
                            .statusCode())
                    .isEqualTo(200);
            assertThat(alice.change("POST", server.url() + ABORT, "{}", server.url())
                            .statusCode())
                    .isEqualTo(202);
            assertThat(as(server, token, "POST", ABORT).statusCode()).isEqualTo(202);

            provider = new ProviderServer(port);
            var again = new Browser();
            HttpResponse<String> page = again.submit(
                    again.open(server.url() + "/oauth2/authorization/redliner?to=/runs"),
                    "/login",
                    Map.of("username", "alice", "password", ProviderServer.PASSWORD));
            assertThat(page.body()).contains(">alice<");
        } finally {
            provider.close();
        }
    }

    @Test
    void a_provider_that_never_answers_does_not_take_the_threads_that_an_abort_needs() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
            String issuer = "http://127.0.0.1:" + silent.getLocalPort();
            // with more callers than threads
            try (ApiServer server = server(issuer, "--server.tomcat.threads.max=18")) {
                String token = Tokens.signed(new Tokens(issuer).claims());
                List<CompletableFuture<Integer>> waiting = new ArrayList<>();
                IntStream.range(0, 60)
                        .forEach(i -> waiting.add(CompletableFuture.supplyAsync(
                                () -> status(server, i % 2 == 0 ? token : ""), task -> new Thread(task).start())));
                while (waiting.stream().filter(CompletableFuture::isDone).count() < 40) {
                    Thread.onSpinWait();
                }
                assertThat(as(server, BREAK_GLASS, "POST", ABORT).statusCode()).isEqualTo(202);
                assertThat(waiting).as("still waiting for the provider").anyMatch(it -> !it.isDone());
                breakGlassEndsEverythingAndStartsNothing(server);
            }
        }
    }

    /** @param token empty: a person begins a login */
    private static int status(ApiServer server, String token) {
        try {
            return token.isEmpty()
                    ? new Browser()
                            .get(server.url() + "/oauth2/authorization/redliner")
                            .statusCode()
                    : as(server, token, "GET", "/api/v1/runs").statusCode();
        } catch (Exception e) {
            return 0;
        }
    }
}
