package dev.redliner.collector.procfs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * {@code /proc/self/auxv} of a 64-bit process: constants of the kernel that no text has.
 *
 * @param pageSize bytes of a page
 * @param ticksPerSecond the unit of CPU times in {@code /proc}
 */
public record Auxiliary(long pageSize, long ticksPerSecond) {
    private static final String FILE = "/proc/self/auxv";
    private static final long PAGE_SIZE = 6;
    private static final long CLOCK_TICKS = 17;

    /** @throws MalformedText if one of the two is missing */
    public static Auxiliary parse(byte[] pairs) {
        var values = ByteBuffer.wrap(pairs).order(ByteOrder.nativeOrder());
        long pageSize = 0;
        long ticks = 0;
        while (values.remaining() >= 2 * Long.BYTES) {
            long name = values.getLong();
            long value = values.getLong();
            pageSize = name == PAGE_SIZE ? value : pageSize;
            ticks = name == CLOCK_TICKS ? value : ticks;
        }
        if (pageSize <= 0 || ticks <= 0) {
            throw new MalformedText(FILE, "no page size or no clock");
        }
        return new Auxiliary(pageSize, ticks);
    }
}
