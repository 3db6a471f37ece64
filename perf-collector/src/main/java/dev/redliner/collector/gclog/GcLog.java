package dev.redliner.collector.gclog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.function.ObjDoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the log of a JVM, from its present end on. A file that becomes shorter, or is replaced by another one, is read
 * from its start: the JVM rotated it, or was restarted. Lines that were written shortly before that may be missing. The
 * totals never fall.
 */
public final class GcLog {
    /** Of more new bytes, only the last ones are read. */
    private static final int MOST_BYTES = 4 << 20;

    /** Longer lines are no lines of the garbage collector, and are skipped. */
    private static final int MOST_OF_LINE = 1_000;

    private final Path file;
    private final GcTotals totals = new GcTotals();
    private @Nullable Object key;
    private long position = -1;
    private String rest = "";

    public GcLog(Path file) {
        this.file = file;
    }

    /**
     * Reads the new lines and reports all values. The JVM writes a pause to its log at the end of the pause, so a reading
     * contains only pauses that have ended.
     *
     * @throws IOException if the file cannot be read
     */
    public void read(ObjDoubleConsumer<String> gauge, ObjDoubleConsumer<String> counter) throws IOException {
        follow();
        counter.accept(HostEvidence.JVM_PAUSES, totals.pauses());
        counter.accept(HostEvidence.JVM_PAUSED, totals.pausedSeconds());
        counter.accept(HostEvidence.JVM_GC_CPU, totals.cpuSeconds());
        counter.accept(HostEvidence.JVM_GC_SYSTEM, totals.systemSeconds());
        counter.accept(HostEvidence.JVM_GC_REAL, totals.realSeconds());
        counter.accept(HostEvidence.JVM_GC_WAITED, totals.waitedSeconds());
        counter.accept(HostEvidence.JVM_STOPPED, totals.stoppedSeconds());
        counter.accept(HostEvidence.JVM_REACHING, totals.reachingSeconds());
        gauge.accept(HostEvidence.JVM_LONGEST_STOP, totals.takeLongestSeconds());
        totals.heapBytes().ifPresent(bytes -> gauge.accept(HostEvidence.JVM_HEAP, bytes));
    }

    private void follow() throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        if (position < 0) {
            key = now.fileKey();
            position = now.size();
            return;
        }
        boolean another = key != null && !key.equals(now.fileKey()) || now.size() < position;
        if (another) {
            key = now.fileKey();
            position = 0;
            rest = "";
        }
        if (now.size() - position > MOST_BYTES) {
            position = now.size() - MOST_BYTES;
            rest = "";
        }
        // most readings find nothing new, so that the file is not opened
        if (now.size() > position) {
            add(bytes(now.size()));
        }
    }

    private byte[] bytes(long end) throws IOException {
        var bytes = ByteBuffer.allocate((int) (end - position));
        try (FileChannel channel = FileChannel.open(file)) {
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes, position + bytes.position());
            }
        }
        position += bytes.position();
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** The end of the last line may not be written yet. */
    private void add(byte[] bytes) {
        String text = rest + new String(bytes, ISO_8859_1);
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            if (end - from <= MOST_OF_LINE) {
                totals.line(text.substring(from, end).stripTrailing());
            }
            from = end + 1;
        }
        // one character more than allowed, so that the next part cannot make the line short again
        rest = text.substring(from, Math.min(text.length(), from + MOST_OF_LINE + 1));
    }
}
