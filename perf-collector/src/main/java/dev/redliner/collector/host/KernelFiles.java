package dev.redliner.collector.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The kernel's files, read with one buffer. Not for several threads at once. */
final class KernelFiles {
    private static final int CHUNK = 8_192;
    private static final int LONGEST = 4 << 20;

    private final Path root;
    private byte[] buffer = new byte[4 * CHUNK];

    /** @param root the folder that has {@code proc} and {@code sys} */
    KernelFiles(Path root) {
        this.root = root;
    }

    Path path(String file) {
        return root.resolve(file.substring(1));
    }

    boolean exists(String file) {
        return Files.isReadable(path(file));
    }

    /**
     * The text of a file, such as {@code /proc/stat}.
     *
     * @throws IOException if the file is missing, not readable or longer than 4 MiB
     */
    String text(String file) throws IOException {
        return new String(buffer, 0, read(file), StandardCharsets.ISO_8859_1);
    }

    byte[] bytes(String file) throws IOException {
        return Arrays.copyOf(buffer, read(file));
    }

    private int read(String file) throws IOException {
        try (var in = new FileInputStream(path(file).toFile())) {
            int length = 0;
            while (true) {
                if (buffer.length - length < CHUNK) {
                    buffer = Arrays.copyOf(buffer, 2 * buffer.length);
                }
                // larger reads need memory outside of the heap each time
                int read = in.read(buffer, length, CHUNK);
                if (read < 0) {
                    return length;
                }
                length += read;
                if (length > LONGEST) {
                    throw new IOException(file + " is longer than " + LONGEST + " bytes");
                }
            }
        }
    }

    /** The names in a folder. */
    List<String> names(String folder) throws IOException {
        var names = new ArrayList<String>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path(folder))) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        }
        return names;
    }
}
