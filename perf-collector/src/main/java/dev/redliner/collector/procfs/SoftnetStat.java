package dev.redliner.collector.procfs;

/**
 * {@code /proc/net/softnet_stat}: the kernel's handling of received packets, of all CPUs together.
 *
 * @param dropped packets that found a full backlog
 * @param squeezed rounds that ended with packets left, because their time or number was used up
 */
public record SoftnetStat(long dropped, long squeezed) {
    private static final String FILE = "/proc/net/softnet_stat";

    /** @throws MalformedText if a line has fewer than three hexadecimal numbers, or there is none */
    public static SoftnetStat parse(String text) {
        long dropped = 0;
        long squeezed = 0;
        var lines = text.lines().toList();
        for (String line : lines) {
            var fields = new Fields(FILE, line);
            try {
                dropped += Long.parseLong(fields.word(1), 16);
                squeezed += Long.parseLong(fields.word(2), 16);
            } catch (NumberFormatException e) {
                throw MalformedText.inLine(FILE, line);
            }
        }
        if (lines.isEmpty()) {
            throw new MalformedText(FILE, "no line");
        }
        return new SoftnetStat(dropped, squeezed);
    }
}
