package dev.redliner.testbench.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;

/** A part of Redliner, or all of them in the {@code redliner} command, with the executable jar that operators use. */
public enum Part {
    CONTROLLER("redliner-controller"),
    REDIRECTOR("traffic-redirector"),
    ANALYZER("perf-analyzer"),
    COLLECTOR("perf-collector"),
    /** The {@code redliner} command. */
    STANDALONE("redliner-standalone");

    private final String module;

    Part(String module) {
        this.module = module;
    }

    /**
     * The part's jar of this build.
     *
     * @throws IllegalStateException if the project was not built
     */
    Path jar() {
        Path target = home().resolve(module).resolve("target");
        if (Files.isDirectory(target)) {
            try (Stream<Path> files = Files.list(target)) {
                var newest = files.filter(file -> file.getFileName().toString().endsWith("-exec.jar"))
                        .max(Comparator.comparing(file -> file.toFile().lastModified()));
                if (newest.isPresent()) {
                    return newest.get();
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot look into " + target, e);
            }
        }
        throw new IllegalStateException("no executable jar in " + target + "; build it with mvn -DskipTests package");
    }

    /** The project's folder: {@code redliner.home}, or the nearest from the current folder upwards. */
    static Path home() {
        String named = System.getProperty("redliner.home");
        if (named != null) {
            return Path.of(named);
        }
        return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve("docker-compose.yml")))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("not in the project's folder; name it in -Dredliner.home"));
    }
}
