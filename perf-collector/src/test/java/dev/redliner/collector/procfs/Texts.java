package dev.redliner.collector.procfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts of a real kernel: Linux 6.18 with two CPUs, control groups of version 1 and pressure. */
final class Texts {
    private Texts() {}

    /** The text of a file below {@code /proc}. */
    static String of(String file) {
        try (var in = Objects.requireNonNull(Texts.class.getResourceAsStream("/linux-6.18/proc/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
