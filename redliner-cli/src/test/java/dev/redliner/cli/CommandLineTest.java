package dev.redliner.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The command line against a server with prepared answers, and its output. */
abstract class CommandLineTest {
    /** The time of the command line. */
    static final Instant NOW = Instant.parse("2027-01-09T12:00:00Z");

    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    /** The environment of the command line. Its configuration folder does not exist. */
    final Map<String, String> environment = new HashMap<>(Map.of("XDG_CONFIG_HOME", "target/no-such-folder"));

    /** The time of the next command. */
    Instant now = NOW;
    /** Waits for nothing. */
    DeviceLogin.Pause pause = time -> {};

    StubServer server;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Executes a command and returns its exit code. */
    int run(String... arguments) {
        return new RedlinerCli(
                        new PrintStream(out, true),
                        new PrintStream(err, true),
                        InstantSource.fixed(now),
                        environment,
                        pause)
                .commandLine()
                .execute(Stream.concat(Stream.of("--server", server.url()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
