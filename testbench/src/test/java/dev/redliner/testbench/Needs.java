package dev.redliner.testbench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The needs of tests that the build cannot provide: root, a browser, a tool. If a need is not met, the test is skipped
 * with a reason. In CI it fails instead, because no test may be skipped unnoticed there. Only this class may skip
 * tests, see {@link NeedsTest}.
 */
public final class Needs {
    private static final boolean CI = "true".equals(System.getenv("CI"));
    private static final Path BIN = Path.of("..", "bin");

    private Needs() {}

    /**
     * Continues if the need is met, and otherwise skips or fails the test.
     *
     * @param otherwise a sentence: the need that is not met, and how to meet it
     */
    public static void that(boolean met, String otherwise) {
        that(met, otherwise, CI);
    }

    static void that(boolean met, String otherwise, boolean ci) {
        if (!met && ci) {
            throw new AssertionError(otherwise + " No test is skipped while CI=true.");
        }
        assumeTrue(met, otherwise);
    }

    /**
     * A program of others.
     *
     * @param name a tool of {@code bin/find-tool}, which fetches it if there is none
     */
    public static Path tool(String name) {
        return found(BIN.resolve("find-tool").toString(), name);
    }

    /** A browser, which the build does not install. */
    public static Path chromium() {
        return found(BIN.resolve("find-chromium").toString(), "--no-install");
    }

    /** Python 3 with pip. */
    public static void pip() {
        that(
                run(List.of("python3", "-m", "pip", "--version")).exit() == 0,
                "There is no Python 3 with pip; install both.");
    }

    /**
     * Runs a step of bin/ and returns the path that it finds. Without a path, the step's reason goes into the message.
     */
    private static Path found(String... step) {
        Ended ended = run(List.of(step));
        that(ended.exit() == 0, ended.messages().strip());
        return Path.of(ended.output().strip());
    }

    private record Ended(int exit, String output, String messages) {}

    private static Ended run(List<String> command) {
        try {
            Path messages = Files.createTempFile("needs", ".txt");
            Process process =
                    new ProcessBuilder(command).redirectError(messages.toFile()).start();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            Ended ended = new Ended(process.waitFor(), output, Files.readString(messages));
            Files.delete(messages);
            return ended;
        } catch (IOException e) {
            // such as a command that does not exist
            return new Ended(127, "", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
