package dev.redliner.collector.procfs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** {@code /proc/diskstats}: the block devices. */
public final class DiskStats {
    private static final String FILE = "/proc/diskstats";
    /** The unit of the file, which is not the sector of a disk. */
    private static final int SECTOR = 512;

    private DiskStats() {}

    /**
     * Counters of one device since it exists.
     *
     * @param busyMs time with at least one request under way, ms
     */
    public record Disk(long reads, long readBytes, long writes, long writtenBytes, long busyMs) {}

    /**
     * The wanted devices by name; absent if the text has no line for it.
     *
     * @throws MalformedText if a line of a wanted device has fewer columns than Linux 2.6 has
     */
    public static Map<String, Disk> parse(String text, Set<String> wanted) {
        var disks = new LinkedHashMap<String, Disk>();
        text.lines().forEach(line -> {
            var fields = new Fields(FILE, line);
            if (wanted.contains(fields.word(2))) {
                disks.put(
                        fields.word(2),
                        new Disk(
                                fields.number(3),
                                fields.number(5) * SECTOR,
                                fields.number(7),
                                fields.number(9) * SECTOR,
                                fields.number(12)));
            }
        });
        return disks;
    }
}
