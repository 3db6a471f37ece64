package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The login of the command line at an identity provider (RFC 8628). */
class DeviceLoginTest extends CommandLineTest {
    private static final String SESSION = "/api/v1/session";
    private static final String JSON = "application/json";
    private static final String CONFIGURATION = "GET /.well-known/openid-configuration";
    private static final String PENDING = "{\"error\": \"authorization_pending\"}";

    @TempDir
    private Path folder;

    private StubServer provider;
    private final List<Duration> waited = new ArrayList<>();
    private final List<Runnable> meanwhile = new ArrayList<>();

    @BeforeEach
    void aProvider() throws IOException {
        environment.put("XDG_CONFIG_HOME", folder.toString());
        provider = new StubServer();
        offer("\"redliner-cli\"");
        provider.on(
                CONFIGURATION,
                200,
                JSON,
                "{\"issuer\": \"" + provider.url() + "\", \"token_endpoint\": \"" + provider.url()
                        + "/token\", \"device_authorization_endpoint\": \"" + provider.url() + "/device\"}");
        provider.on(
                "POST /device",
                200,
                JSON,
                "{\"device_code\": \"D&D\", \"user_code\": \"ABCD-EFGH\", \"verification_uri\":"
                        + " \"https://id.example/device\", \"expires_in\": 60, \"interval\": 7}");
        token(400, PENDING);
        server.on("GET " + SESSION, 200, JSON, "{\"login\": true, \"name\": \"ana\", \"roles\": [\"operator\"]}");
        pause = time -> {
            waited.add(time);
            if (!meanwhile.isEmpty()) {
                meanwhile.remove(0).run();
            }
        };
    }

    private void offer(String client) {
        server.on(
                "GET " + SESSION + "/options",
                200,
                JSON,
                "{\"login\": \"oidc\", \"issuer\": \"" + provider.url() + "\", \"clientId\": " + client
                        + ", \"scopes\": [\"openid\", \"profile\"]}");
    }

    private void token(int status, String body) {
        provider.on("POST /token", status, JSON, body);
    }

    private static String given(String access, String refresh) {
        return "{\"access_token\": \"" + access + "\", \"refresh_token\": \"" + refresh + "\", \"expires_in\": 300}";
    }

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    void a_person_confirms_the_code_in_a_browser_and_the_token_is_kept_for_its_owner() throws Exception {
        meanwhile.add(() -> token(400, PENDING));
        meanwhile.add(() -> token(400, "{\"error\": \"slow_down\"}"));
        meanwhile.add(() -> token(200, given("access-1", "refresh-1")));
        assertThat(run("login")).isZero();
        assertThat(err()).isEqualTo("Open https://id.example/device\nand confirm the code ABCD-EFGH\n");
        assertThat(out()).isEqualTo("ana: operator\n");
        assertThat(waited).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7), Duration.ofSeconds(12));
        assertThat(provider.asked())
                .contains(
                        "POST /device client_id=redliner-cli&scope=openid+profile",
                        "POST /token client_id=redliner-cli&device_code=D%26D&grant_type=urn%3Aietf%3Aparams%3Aoauth"
                                + "%3Agrant-type%3Adevice_code");
        assertThat(server.received("Authorization")).isEqualTo("Bearer access-1");
        Path file = folder.resolve("redliner/tokens.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void a_token_is_renewed_before_it_expires_and_sent_to_its_own_server_only() {
        meanwhile.add(() -> token(200, given("access-1", "refresh-1")));
        assertThat(run("login")).isZero();
        token(200, "{\"access_token\": \"access-2\", \"expires_in\": 300}");
        now = NOW.plusSeconds(200);
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Authorization")).isEqualTo("Bearer access-1");
        now = NOW.plusSeconds(280);
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Authorization")).isEqualTo("Bearer access-2");
        assertThat(provider.asked())
                .last()
                .isEqualTo("POST /token client_id=redliner-cli&grant_type=refresh_token&refresh_token=refresh-1");
        // the provider kept the refresh token, so the next renewal uses it again
        now = NOW.plusSeconds(900);
        token(400, "{\"error\": \"invalid_grant\"}");
        assertThat(run("whoami")).isEqualTo(4);
        assertThat(err())
                .endsWith("The login at the identity provider has ended. Log in again with 'redliner login'.\n");
        assertThat(run("logout")).isZero();
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Authorization")).isNull();
    }

    @Test
    void with_the_provider_away_the_break_glass_token_still_works() {
        meanwhile.add(() -> token(200, given("access-1", "refresh-1")));
        assertThat(run("login")).isZero();
        provider.close();
        now = NOW.plusSeconds(900);
        assertThat(run("whoami")).isEqualTo(2);
        assertThat(err()).contains("does not answer. To end runs and restore, set REDLINER_TOKEN to the break-glass");
        environment.put("REDLINER_TOKEN", "redliner_glass");
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Authorization")).isEqualTo("Bearer redliner_glass");
    }

    @Test
    void a_refusal_and_a_code_that_nobody_confirms_end_the_login() {
        token(400, "{\"error\": \"access_denied\"}");
        assertThat(run("login")).isEqualTo(4);
        assertThat(err()).endsWith("The login was refused in the browser.\n");
        token(400, PENDING);
        waited.clear();
        assertThat(run("login")).isEqualTo(4);
        assertThat(waited).hasSize(9);
        assertThat(err()).endsWith("Nobody confirmed the code in time. Log in again.\n");
        token(500, "<html>");
        assertThat(run("login")).isEqualTo(4);
        assertThat(err()).endsWith("The identity provider refused the login: status 500.\n");
        token(200, "{\"access_token\": \"two\\nlines\"}");
        assertThat(run("login")).isEqualTo(2);
        assertThat(err()).endsWith("The identity provider gave no token.\n");
        assertThat(folder.resolve("redliner/tokens.json")).doesNotExist();
    }

    @Test
    void a_server_that_names_no_client_or_no_secure_provider_is_not_followed() {
        offer("null");
        assertThat(run("login")).isEqualTo(2);
        assertThat(err()).contains("The server offers no login to the command line");
        server.on(
                "GET " + SESSION + "/options",
                200,
                JSON,
                "{\"login\": \"oidc\", \"issuer\": \"http://id.example\", \"clientId\": \"x\", \"scopes\": []}");
        assertThat(run("login")).isEqualTo(2);
        assertThat(err()).contains("is not an address of an identity provider, which begins with https.");
        provider.on(CONFIGURATION, 200, JSON, "{\"issuer\": \"https://other.example\"}");
        offer("\"redliner-cli\"");
        assertThat(run("login")).isEqualTo(2);
        assertThat(err()).contains("has no configuration of an identity provider.");
    }

    @Test
    void a_server_with_another_login_says_how() {
        server.on("GET " + SESSION + "/options", 200, JSON, "{\"login\": \"local\", \"scopes\": []}");
        assertThat(run("login")).isEqualTo(2);
        assertThat(err()).contains("Name your account of this server: redliner login --name NAME.");
        server.on("GET " + SESSION + "/options", 200, JSON, "{\"login\": \"none\", \"scopes\": []}");
        assertThat(run("login")).isEqualTo(2);
        assertThat(err()).contains("This server requires no login.");
    }
}
