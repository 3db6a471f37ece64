package dev.redliner.controller.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Audit entries on disk, one JSON object per line, until the database has stored them. After {@link #append} returns,
 * its entries survive a kill and a power failure. The file supports one process at a time, and the class is not
 * thread-safe.
 */
final class AuditSpool implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AuditSpool.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final FileChannel channel;
    private final List<QueuedEntry> found;

    private AuditSpool(FileChannel channel, List<QueuedEntry> found) {
        this.channel = channel;
        this.found = List.copyOf(found);
    }

    /**
     * Opens or creates the file.
     *
     * @throws IOException if the file cannot be opened or created, or if another process holds it
     */
    static AuditSpool open(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(channel, file);
            return new AuditSpool(channel, read(channel, file));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The file in which a program leaves entries while another process holds the spool. */
    static Path beside(Path file) {
        return file.resolveSibling(file.getFileName() + ".late");
    }

    private static void lock(FileChannel channel, Path file) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // reported by the exception below
        }
        throw new IOException(file + " is in use by another controller; give each a data folder of its own");
    }

    /**
     * Reads complete lines only: an incomplete line was still being written when the process died, so its entry was
     * never accepted.
     */
    private static List<QueuedEntry> read(FileChannel channel, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        channel.truncate(end);
        channel.position(end);
        List<QueuedEntry> entries = new ArrayList<>();
        new String(bytes, 0, end, StandardCharsets.UTF_8).lines().forEach(line -> {
            try {
                entries.add(JSON.readValue(line, QueuedEntry.class));
            } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
                log.error("an audit entry in {} cannot be read and is skipped: {}", file, line);
            }
        });
        return entries;
    }

    /** The entries that the file contained when it was opened. */
    List<QueuedEntry> found() {
        return found;
    }

    /**
     * Appends entries, and returns after they have been forced to disk.
     *
     * @throws IOException if the entries cannot be written. None of them is then in the file
     */
    void append(List<QueuedEntry> entries) throws IOException {
        StringBuilder lines = new StringBuilder();
        entries.forEach(entry -> lines.append(JSON.writeValueAsString(entry)).append('\n'));
        long before = channel.position();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException e) {
            channel.truncate(before);
            channel.position(before);
            throw e;
        }
    }

    /** Removes all entries, after the database has stored them. */
    void clear() throws IOException {
        channel.truncate(0);
        channel.position(0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
