package dev.redliner.testbench.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Schemathesis, which generates requests of every kind from an API description, in a separate Python environment. */
final class Schemathesis {
    private static final String VERSION = "4.32.5";
    private static final Duration INSTALLED_WITHIN = Duration.ofMinutes(5);
    private static final Pattern SEED = Pattern.compile("Seed: (\\d+)");
    private static final Path CONFIGURATION = Path.of("..", "schemathesis.toml");

    /**
     * The result of a command.
     *
     * @param code its exit code; also above zero if there is no such command or it took too long
     * @param output its complete output
     */
    record Ended(int code, String output) {
        boolean well() {
            return code == 0;
        }
    }

    private final Path folder;

    /**
     * @param folder for output and for the environment, which is reused
     */
    Schemathesis(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    /** Checks for a Python that can create environments. */
    Ended python() {
        return run(Duration.ofMinutes(1), List.of("python3", "-c", "import venv, ensurepip"));
    }

    /** Installs Schemathesis from the index that pip is configured for, unless it is installed. */
    Ended install() {
        if (Files.exists(program("schemathesis"))) {
            return new Ended(0, "");
        }
        Ended made = run(
                INSTALLED_WITHIN, List.of("python3", "-m", "venv", environment().toString()));
        return made.well()
                ? run(
                        INSTALLED_WITHIN,
                        List.of(program("pip").toString(), "install", "--quiet", "schemathesis==" + VERSION))
                : made;
    }

    /**
     * Makes requests of every kind. After a failure the next call makes the same requests, so that a test that is
     * repeated does not pass with others.
     *
     * @param description the address of the API's description
     * @param examples requests of each kind to each operation
     * @return the failures, with commands to repeat them, and the seed
     */
    Ended run(String description, int examples, Duration within) {
        Path failed = folder.resolve("failed-seed");
        var command = new ArrayList<>(List.of(
                program("schemathesis").toString(),
                "--config-file=" + CONFIGURATION.toAbsolutePath().normalize(),
                "--no-color",
                "run",
                "--checks=all",
                "--max-examples=" + examples,
                "--warnings=off",
                "--generation-database=none"));
        try {
            if (Files.exists(failed)) {
                command.add("--seed=" + Files.readString(failed));
            }
            command.add(description);
            Ended ended = run(within, command);
            keepSeed(ended, failed);
            return ended;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void keepSeed(Ended ended, Path failed) throws IOException {
        Matcher seed = SEED.matcher(ended.output());
        if (ended.well()) {
            Files.deleteIfExists(failed);
        } else if (seed.find()) {
            Files.writeString(failed, seed.group(1));
        }
    }

    private Path environment() {
        return folder.resolve("schemathesis-" + VERSION);
    }

    private Path program(String name) {
        return environment().resolve("bin").resolve(name);
    }

    private Ended run(Duration within, List<String> command) {
        try {
            Files.createDirectories(folder);
            Path output = Files.createTempFile(folder, "output", ".log");
            Process process = start(command, output);
            boolean ended = process.waitFor(within.toSeconds(), TimeUnit.SECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            String late = ended ? "" : "\nIt did not end within " + within.toSeconds() + " s.";
            String printed = Files.readString(output) + late;
            Files.delete(output);
            return new Ended(ended ? process.exitValue() : 1, printed);
        } catch (IOException e) {
            return new Ended(1, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Process start(List<String> command, Path output) throws IOException {
        var process = new ProcessBuilder(new ArrayList<>(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // a proxy of this machine must not be used for the local server
        process.environment().put("NO_PROXY", "127.0.0.1");
        process.environment().put("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        return process.start();
    }

    /** Removes a folder with its contents. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
