package dev.redliner.controller.lever;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A file that records a lever that was engaged while the database did not answer, so that it stays engaged after a
 * restart.
 */
final class LeverFile {
    private static final Logger log = LoggerFactory.getLogger(LeverFile.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;

    LeverFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    Optional<Engaged> read() {
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), Engaged.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException e) {
            log.error("{} cannot be read: {}; engage the lever again if it was engaged", file, e.getMessage());
            return Optional.empty();
        }
    }

    /** Writes the file. If the disk rejects it, an error is logged, and the lever stays engaged in memory. */
    void write(Engaged lever) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.createDirectories(file.getParent());
            Files.write(fresh, JSON.writeValueAsBytes(lever));
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            log.error("{} cannot be written: {}; the lever would be lost at a restart", file, e.toString());
        }
    }

    void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.error("{} cannot be removed: {}; the lever would be engaged again at a restart", file, e.toString());
        }
    }
}
