package dev.redliner.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.standalone.StubServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {
    private static final String JSON = "application/json";
    private static final String ENGAGED = "{\"engaged\":true,\"who\":\"127.0.0.1\",\"why\":\"users complain\","
            + "\"since\":\"2026-11-20T12:00:00.123Z\",\"stored\":true}";

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
                .commandLine(new DoctorCommand())
                .execute(all);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void doctor_tells_of_an_engaged_lever() {
        server.on("GET /api/v1/safety-lever", 200, JSON, ENGAGED);
        run("doctor");
        assertThat(out()).contains("safety lever").contains("users complain");
        assertThat(out())
                .as("the machine, beside the needs of the demo")
                .contains("This process may use ", "Other programs use ", "Programs wake up ", "The demo needs ")
                .contains("are free for " + System.getProperty("java.io.tmpdir"));
    }
}
