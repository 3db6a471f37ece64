package dev.redliner.standalone.envoy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds an Envoy to run. The step {@code bin/find-envoy} of the home folder does it, and fetches one if there is none;
 * without a home folder only what is already there is found: {@code REDLINER_ENVOY}, {@code PATH}, the cache folder.
 *
 * <p>Home is the property {@code redliner.home}, else {@code REDLINER_HOME}, else the nearest folder from the current
 * one upwards that has the step.
 */
public final class EnvoyBinary {
    private static final String STEP = "bin/find-envoy";
    private static final long FETCH_MINUTES = 5;

    private EnvoyBinary() {}

    /**
     * The path of an executable Envoy.
     *
     * @throws EnvoyMissingException with what to do about it
     */
    public static Path find() {
        Path current = Path.of("").toAbsolutePath();
        return step(System.getProperty("redliner.home"), System.getenv(), current)
                .map(EnvoyBinary::run)
                .orElseGet(() -> present(System.getenv())
                        .orElseThrow(() -> new EnvoyMissingException(
                                "no Envoy found: put it on PATH, or name it in REDLINER_ENVOY, or name the folder of"
                                        + " Redliner that has " + STEP + " in REDLINER_HOME")));
    }

    static Optional<Path> step(@Nullable String home, Map<String, String> environment, Path current) {
        String named = home != null ? home : environment.get("REDLINER_HOME");
        if (named != null) {
            return Optional.of(Path.of(named).resolve(STEP)).filter(Files::isExecutable);
        }
        return Stream.iterate(current, Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve(STEP))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Optional<Path> present(Map<String, String> environment) {
        String named = environment.get("REDLINER_ENVOY");
        if (named != null && !named.isBlank()) {
            Path envoy = Path.of(named);
            if (!executable(envoy)) {
                throw new EnvoyMissingException("REDLINER_ENVOY=" + named + " is not an executable file");
            }
            return Optional.of(envoy);
        }
        return Stream.concat(onPath(environment), cached(environment))
                .filter(EnvoyBinary::executable)
                .findFirst();
    }

    private static Stream<Path> onPath(Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "envoy"));
    }

    private static Stream<Path> cached(Map<String, String> environment) {
        Path caches = Path.of(
                environment.getOrDefault("XDG_CACHE_HOME", environment.getOrDefault("HOME", "/tmp") + "/.cache"));
        Path cache = environment.containsKey("REDLINER_CACHE")
                ? Path.of(environment.get("REDLINER_CACHE"))
                : caches.resolve("redliner");
        if (!Files.isDirectory(cache)) {
            return Stream.empty();
        }
        try (Stream<Path> folders = Files.list(cache)) {
            return folders
                    .filter(folder -> folder.getFileName().toString().startsWith("envoy-"))
                    .map(folder -> folder.resolve("envoy"))
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }

    private static boolean executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private static Path run(Path step) {
        try {
            Path messages = Files.createTempFile("find-envoy", ".txt");
            Process process = new ProcessBuilder(List.of(step.toString()))
                    .redirectError(messages.toFile())
                    .start();
            // what it prints is one line, so it cannot block on a full pipe
            if (!process.waitFor(FETCH_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new EnvoyMissingException(step + " took over " + FETCH_MINUTES + " minutes");
            }
            String said = Files.readString(messages).strip();
            Files.delete(messages);
            if (process.exitValue() != 0) {
                throw new EnvoyMissingException(said);
            }
            return Path.of(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        } catch (IOException failure) {
            throw new EnvoyMissingException("cannot run " + step, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EnvoyMissingException("interrupted while running " + step, interrupted);
        }
    }
}
