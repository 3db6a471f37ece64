package dev.redliner.collector.procfs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /proc/net/dev}: the network interfaces. */
public final class NetworkDevices {
    private static final String FILE = "/proc/net/dev";
    private static final int COLUMNS = 16;

    private NetworkDevices() {}

    /** Counters of one interface since it exists. */
    public record Device(long rxBytes, long rxErrors, long rxDrops, long txBytes, long txErrors, long txDrops) {}

    /**
     * The interfaces by name.
     *
     * @throws MalformedText if a line has fewer columns than Linux 2.2 has
     */
    public static Map<String, Device> parse(String text) {
        var devices = new LinkedHashMap<String, Device>();
        List<String> lines = text.lines().toList();
        if (lines.size() < 2) {
            throw new MalformedText(FILE, "no heading");
        }
        for (String line : lines.subList(2, lines.size())) {
            // old kernels write no blank between the name and a large number
            int colon = line.lastIndexOf(':');
            if (colon < 0) {
                throw MalformedText.inLine(FILE, line);
            }
            long[] numbers = new Fields(FILE, line.substring(colon + 1)).numbersFrom(0);
            if (numbers.length < COLUMNS) {
                throw MalformedText.inLine(FILE, line);
            }
            devices.put(
                    line.substring(0, colon).strip(),
                    new Device(numbers[0], numbers[2], numbers[3], numbers[8], numbers[10], numbers[11]));
        }
        return devices;
    }
}
