package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the command line proves who calls. */
class SessionCommandsTest extends CommandLineTest {
    private static final String SESSION = "/api/v1/session";
    private static final String JSON = "application/json";
    private static final String ANA =
            "{\"login\": true, \"name\": \"ana\", \"roles\": [\"operator:shop-*\", \"viewer\"]}";
    private static final String UNKNOWN =
            "{\"type\": \"urn:redliner:problem:login-required\", \"status\": 401, \"detail\": \"Log in, or send a token.\"}";

    @TempDir
    private Path folder;

    @BeforeEach
    void anEmptyConfigurationFolder() {
        environment.put("XDG_CONFIG_HOME", folder.toString());
    }

    private int login(String password) {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream((password + "\n").getBytes(StandardCharsets.UTF_8)));
            return run("login", "--name", "ana", "--password-stdin");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void a_session_is_saved_for_its_owner_sent_later_and_forgotten() throws Exception {
        Map<String, String> cookie = Map.of("Set-Cookie", "redliner-session=ABC; Path=/; HttpOnly");
        server.on("POST " + SESSION, 200, JSON, ANA, cookie)
                .on("GET " + SESSION, 200, JSON, ANA)
                .on("DELETE " + SESSION, 204, JSON, "");
        assertThat(login("a long password")).isZero();
        assertThat(out()).isEqualTo("ana: operator:shop-*, viewer\n");
        assertThat(server.asked()).hasSize(1);
        assertThat(server.asked().get(0)).contains("\"password\" : \"a long password\"");
        Path file = folder.resolve("redliner/sessions.json");
        assertThat(Files.readString(file)).contains("redliner-session=ABC").doesNotContain("a long password");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        assertThat(run("whoami")).isZero();
        assertThat(server.received("Cookie")).isEqualTo("redliner-session=ABC");
        assertThat(server.received("Origin")).isEqualTo(server.url());
        environment.put("REDLINER_TOKEN", "redliner_other");
        assertThat(run("logout")).isZero();
        assertThat(server.received("Cookie")).isEqualTo("redliner-session=ABC");
        environment.remove("REDLINER_TOKEN");
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Cookie")).isNull();
    }

    @Test
    void a_session_is_sent_to_its_own_server_only() throws Exception {
        Files.createDirectories(folder.resolve("redliner"));
        Files.writeString(
                folder.resolve("redliner/sessions.json"), "{\"http://elsewhere:8770\": \"redliner-session=ABC\"}");
        server.on("GET " + SESSION, 200, JSON, ANA);
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Cookie")).isNull();
    }

    @Test
    void a_token_comes_from_the_environment_or_a_file_and_precedes_a_session() throws Exception {
        server.on("GET " + SESSION, 200, JSON, ANA);
        Path token = Files.writeString(folder.resolve("token"), "redliner_file\n");
        environment.put("REDLINER_TOKEN_FILE", token.toString());
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Authorization")).isEqualTo("Bearer redliner_file");
        environment.put("REDLINER_TOKEN", "redliner_itself");
        assertThat(run("whoami")).isZero();
        assertThat(server.received("Authorization")).isEqualTo("Bearer redliner_itself");
    }

    @Test
    void a_token_that_cannot_be_sent_is_named_without_showing_it() {
        environment.put("REDLINER_TOKEN", "two words\nand a line");
        assertThat(run("whoami")).isEqualTo(2);
        assertThat(err())
                .contains("REDLINER_TOKEN has no token: one line without spaces.")
                .doesNotContain("two words");
        environment.remove("REDLINER_TOKEN");
        environment.put("REDLINER_TOKEN_FILE", folder.resolve("none").toString());
        assertThat(run("whoami")).isEqualTo(2);
        assertThat(err()).contains("REDLINER_TOKEN_FILE: there is no file ");
    }

    @Test
    void an_unknown_caller_is_told_how_to_log_in() {
        server.on("GET " + SESSION, 401, "application/problem+json", UNKNOWN);
        assertThat(run("whoami")).isEqualTo(4);
        assertThat(err())
                .isEqualTo("Log in, or send a token. (401)\nLog in with 'redliner login', or set REDLINER_TOKEN or"
                        + " REDLINER_TOKEN_FILE.\n");
    }

    @Test
    void a_wrong_password_saves_nothing() {
        server.on(
                "POST " + SESSION,
                401,
                "application/problem+json",
                "{\"type\": \"urn:redliner:problem:login-failed\", \"detail\": \"The name or the password is wrong.\"}");
        assertThat(login("wrong")).isEqualTo(4);
        assertThat(err()).isEqualTo("The name or the password is wrong. (401)\n");
        assertThat(folder.resolve("redliner")).doesNotExist();
        assertThat(run("login", "--name", "ana")).isEqualTo(2);
        assertThat(err()).contains("Send the password with --password-stdin.");
    }

    @Test
    void a_server_without_a_login_says_so() {
        server.on("GET " + SESSION, 200, JSON, "{\"login\": false, \"name\": \"127.0.0.1\", \"roles\": [\"admin\"]}");
        assertThat(run("whoami")).isZero();
        assertThat(out()).isEqualTo("127.0.0.1: this server requires no login, and every caller has every right\n");
    }

    @Test
    void the_file_of_the_sessions_can_be_broken() throws Exception {
        Files.createDirectories(folder.resolve("redliner"));
        Files.writeString(folder.resolve("redliner/sessions.json"), "{broken");
        assertThat(run("whoami")).isEqualTo(2);
        assertThat(err()).contains("cannot be read. Delete the file and log in again.");
    }
}
