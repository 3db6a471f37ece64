package dev.redliner.standalone.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.standalone.StubServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestoreCommandTest {
    private static final String JSON = "application/json";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private StubServer server;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "--server";
        all[1] = server.url();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return new RedlinerCli(new PrintStream(out, true), new PrintStream(err, true))
                .commandLine(new RestoreCommand())
                .execute(all);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"RESTORED,true,0,yes", "NOT_RESTORED,false,1,no", "UNKNOWN,false,3,unknown"})
    void a_restore_exits_with_0_only_if_every_pool_is_back(String outcome, boolean restored, int code, String word) {
        server.on(
                "POST /api/v1/restore",
                200,
                JSON,
                "{\"restored\":" + restored + ",\"journal\":true,\"pools\":[{\"pool\":\"shop\",\"outcome\":\"" + outcome
                        + "\",\"detail\":\"as it is\"}]}");
        assertThat(run("restore", "--all", "--why", "to be sure")).isEqualTo(code);
        assertThat(server.asked().get(0)).contains("to be sure", "\"all\"");
        assertThat(out().lines().skip(1)).containsExactly(String.format("shop  %-8s  as it is", word));
    }

    @Test
    void without_a_server_a_restore_goes_on_alone_and_does_not_claim_what_it_did_not_see() {
        server.close();
        assertThat(run("restore", "--all", "--data", folder.toString(), "--kafka", "127.0.0.1:1"))
                .isEqualTo(3);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("nothing answers at", "Going on without a server");
        assertThat(out()).contains("database: there is none", "Kafka: no broker answers", "no pool is known");
        assertThat(folder.resolve("redliner.mv.db")).as("is not made anew").doesNotExist();
    }

    @Test
    void a_proxy_that_misses_the_server_is_no_server() {
        server.on("POST /api/v1/restore", 502, "text/html", "<html>Bad Gateway</html>");
        assertThat(run("restore", "--all", "--data", folder.toString(), "--kafka", "127.0.0.1:1"))
                .isEqualTo(3);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("A proxy answers that the server is away (502). Going on without a server.");
    }

    @Test
    void a_refusal_names_the_way_without_a_server() {
        server.on("POST /api/v1/restore", 401, "text/plain", "no");
        assertThat(run("restore", "--all")).isEqualTo(4);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("redliner restore --all --offline");
    }

    @Test
    void brokers_come_from_the_file_of_the_client_unless_they_are_given() throws Exception {
        server.close();
        Path file = Files.writeString(folder.resolve("client.properties"), "bootstrap.servers=127.0.0.1:2\n");
        assertThat(run("restore", "--all", "--data", folder.toString(), "--kafka-config", file.toString()))
                .isEqualTo(3);
        assertThat(out()).contains("no broker answers at 127.0.0.1:2");
    }

    @Test
    void a_restore_of_everything_is_asked_for_in_so_many_words() {
        assertThat(run("restore")).isEqualTo(2);
        assertThat(server.asked()).isEmpty();
    }
}
