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
 * Entries on disk, one JSON object on a line, until the database has them. What {@link #append} took is there after a
 * kill and after a power cut. One process at a time; not for more than one thread at once.
 */
final class AuditSpool implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(AuditSpool.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final FileChannel channel;
    private final List<Noted> found;

    private AuditSpool(FileChannel channel, List<Noted> found) {
        this.channel = channel;
        this.found = List.copyOf(found);
    }

    /**
     * Opens or makes the file.
     *
     * @throws IOException if that cannot be, or another process has it
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

    /** Where a program leaves entries while another process has the file. */
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
            // said below
        }
        throw new IOException(file + " is in use by another controller; give each a data folder of its own");
    }

    /** Whole lines only: a line that was being written when the process died was never taken. */
    private static List<Noted> read(FileChannel channel, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        channel.truncate(end);
        channel.position(end);
        List<Noted> entries = new ArrayList<>();
        new String(bytes, 0, end, StandardCharsets.UTF_8).lines().forEach(line -> {
            try {
                entries.add(JSON.readValue(line, Noted.class));
            } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
                log.error("an audit entry in {} cannot be read and is left out: {}", file, line);
            }
        });
        return entries;
    }

    /** What was in it when it was opened. */
    List<Noted> found() {
        return found;
    }

    /**
     * Adds entries, and returns when they are on the disk.
     *
     * @throws IOException if the disk does not take them; then none of them is there
     */
    void append(List<Noted> entries) throws IOException {
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

    /** Forgets everything: the database has it. */
    void clear() throws IOException {
        channel.truncate(0);
        channel.position(0);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
