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
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * Secrets by the address of their server, in a file of the user's configuration folder that only its owner can read.
 *
 * @param <T> a secret
 */
final class PrivateFile<T> {
    private final Path file;
    private final TypeReference<TreeMap<String, T>> type;

    PrivateFile(Path file, TypeReference<TreeMap<String, T>> type) {
        this.file = file;
        this.type = type;
    }

    /** The path of a file in the user's configuration folder. */
    static Path in(Map<String, String> environment, String name) {
        String folder = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path home = Path.of(System.getProperty("user.home"), ".config");
        return (folder.isBlank() ? home : Path.of(folder)).resolve("redliner").resolve(name);
    }

    /** @throws CliFailure if the file cannot be read */
    Optional<T> get(String server) {
        return Optional.ofNullable(read().get(server));
    }

    /** @throws CliFailure if the file cannot be written */
    void put(String server, T secret) {
        change(all -> {
            all.put(server, secret);
            return all;
        });
    }

    /** @throws CliFailure if the file cannot be written */
    void remove(String server) {
        if (get(server).isPresent()) {
            change(all -> {
                all.remove(server);
                return all;
            });
        }
    }

    private void change(UnaryOperator<TreeMap<String, T>> change) {
        write(change.apply(read()));
    }

    private TreeMap<String, T> read() {
        try {
            return Documents.JSON.readValue(Files.readString(file), type);
        } catch (NoSuchFileException e) {
            return new TreeMap<>();
        } catch (IOException | JacksonException e) {
            throw new CliFailure(
                    ExitCode.USAGE, "The sessions in " + file + " cannot be read. Delete the file and log in again.");
        }
    }

    private void write(Map<String, T> all) {
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
