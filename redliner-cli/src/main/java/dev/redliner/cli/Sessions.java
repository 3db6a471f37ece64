package dev.redliner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/** The sessions of {@code redliner login}, by the address of their server, in a file that only its owner can read. */
final class Sessions {
    private final Path file;

    Sessions(Path file) {
        this.file = file;
    }

    /** In the user's configuration folder. */
    static Sessions of(Map<String, String> environment) {
        String folder = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path home = Path.of(System.getProperty("user.home"), ".config");
        return new Sessions(
                (folder.isBlank() ? home : Path.of(folder)).resolve("redliner").resolve("sessions.json"));
    }

    /** The cookie for a server. */
    Optional<String> cookie(String server) {
        return Optional.ofNullable(read().get(server));
    }

    /** @throws CliFailure if the file cannot be written */
    void put(String server, String cookie) {
        Map<String, String> all = read();
        all.put(server, cookie);
        write(all);
    }

    /** @throws CliFailure if the file cannot be written */
    void remove(String server) {
        Map<String, String> all = read();
        if (all.remove(server) != null) {
            write(all);
        }
    }

    private Map<String, String> read() {
        try {
            return Documents.JSON.readValue(Files.readString(file), new TypeReference<TreeMap<String, String>>() {});
        } catch (NoSuchFileException e) {
            return new TreeMap<>();
        } catch (IOException | JacksonException e) {
            throw new CliFailure(
                    ExitCode.USAGE, "The sessions in " + file + " cannot be read. Delete the file and log in again.");
        }
    }

    private void write(Map<String, String> all) {
        try {
            Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
            // created for its owner alone before it has content
            Path written = Files.createTempFile(folder, "sessions", ".tmp", ownerOnly(folder));
            Files.writeString(written, Documents.JSON.writeValueAsString(all));
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new CliFailure(ExitCode.USAGE, "The session cannot be saved in " + file + ": " + e.getMessage());
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
