package dev.redliner.standalone.envoy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds an Envoy executable. The step {@code bin/find-envoy} of the home folder finds it, or fetches one if there is
 * none. Without a home folder the search covers {@code REDLINER_ENVOY}, {@code PATH}, and the cache folder if no other
 * user can write to it. Nothing is fetched.
 *
 * <p>The home folder is the property {@code redliner.home}, else {@code REDLINER_HOME}, else the nearest folder from
 * the current one upwards that has the step.
 */
public final class EnvoyBinary {
    private static final String STEP = "bin/find-envoy";
    private static final long FETCH_MINUTES = 5;
    /** The step's exit code if there is no Envoy, and it could fetch one. */
    private static final int CAN_BE_FETCHED = 3;

    private EnvoyBinary() {}

    /**
     * Returns the path of an executable Envoy.
     *
     * @throws EnvoyMissingException with instructions to get one
     */
    public static Path find() {
        Path current = Path.of("").toAbsolutePath();
        return step(System.getProperty("redliner.home"), System.getenv(), current)
                .map(step -> run(List.of(step.toString())))
                .orElseGet(() -> present(System.getenv())
                        .orElseThrow(() -> new EnvoyMissingException(
                                "no Envoy found: put it on PATH, or name it in REDLINER_ENVOY, or name the folder of"
                                        + " Redliner that has " + STEP + " in REDLINER_HOME")));
    }

    /**
     * Returns the path of an executable Envoy that is already installed.
     *
     * @param homes folders that may have the step; the first one that has it runs it
     * @throws EnvoyMissingException with the reason
     */
    public static Path findWithoutFetching(List<Path> homes) {
        return homes.stream()
                .map(home -> home.resolve(STEP))
                .filter(Files::isExecutable)
                .findFirst()
                .map(step -> run(List.of(step.toString(), "--no-fetch")))
                .orElseGet(() -> present(System.getenv())
                        .orElseThrow(() -> new EnvoyMissingException(
                                "There is no Envoy in REDLINER_ENVOY, on PATH or in the cache folder.")));
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
        return cache(environment).filter(EnvoyBinary::own).stream().flatMap(EnvoyBinary::envoysIn);
    }

    /**
     * The cache folder that {@code bin/find-envoy} uses, or empty without a home directory, because a folder that other
     * users share may not replace it.
     */
    private static Optional<Path> cache(Map<String, String> environment) {
        return named(environment, "REDLINER_CACHE")
                .or(() -> named(environment, "XDG_CACHE_HOME").map(folder -> folder.resolve("redliner")))
                .or(() -> named(environment, "HOME").map(folder -> folder.resolve(".cache/redliner")));
    }

    private static Optional<Path> named(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isBlank())
                .map(Path::of);
    }

    private static Stream<Path> envoysIn(Path cache) {
        try (Stream<Path> folders = Files.list(cache)) {
            return folders
                    .filter(folder -> folder.getFileName().toString().startsWith("envoy-"))
                    .filter(folder -> own(folder) && own(folder.resolve("envoy")))
                    .map(folder -> folder.resolve("envoy"))
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }

    /**
     * Whether this user owns the file and no other user can write to it, so that no other user can have put it there.
     */
    static boolean own(Path path) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
            return Files.getOwner(path).getName().equals(System.getProperty("user.name"))
                    && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                    && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    private static boolean executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private static Path run(List<String> command) {
        String step = command.get(0);
        try {
            Path messages = Files.createTempFile("find-envoy", ".txt");
            Process process =
                    new ProcessBuilder(command).redirectError(messages.toFile()).start();
            // the step prints one line, so it cannot block on a full pipe
            if (!process.waitFor(FETCH_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new EnvoyMissingException(step + " took over " + FETCH_MINUTES + " minutes");
            }
            String said = Files.readString(messages).strip();
            Files.delete(messages);
            if (process.exitValue() != 0) {
                String why = said.isEmpty() ? step + " found no Envoy" : said;
                throw new EnvoyMissingException(why, process.exitValue() == CAN_BE_FETCHED);
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
