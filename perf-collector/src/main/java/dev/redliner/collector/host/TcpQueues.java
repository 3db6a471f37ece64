package dev.redliner.collector.host;

import dev.redliner.collector.host.HostSource.Found;
import dev.redliner.contracts.sample.HostMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Overflows of listen queues, which OSHI does not provide: from {@code /proc/net/netstat} of Linux. */
final class TcpQueues {
    private static final Path NETSTAT = Path.of("/proc/net/netstat");

    private TcpQueues() {}

    static void read(Found into) throws IOException {
        Map<String, Long> tcp = parse(Files.readAllLines(NETSTAT));
        put(into, tcp, "ListenOverflows", HostMetrics.TCP_QUEUE_OVERFLOWS);
        put(into, tcp, "ListenDrops", HostMetrics.TCP_QUEUE_DROPS);
    }

    /** The file consists of pairs of lines: the names, then the values in the same order. */
    static Map<String, Long> parse(List<String> lines) {
        var values = new HashMap<String, Long>();
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            String[] names = lines.get(i).split(" ");
            String[] numbers = lines.get(i + 1).split(" ");
            if (names[0].equals("TcpExt:") && names.length == numbers.length) {
                for (int column = 1; column < names.length; column++) {
                    values.put(names[column], Long.parseLong(numbers[column]));
                }
            }
        }
        return values;
    }

    private static void put(Found into, Map<String, Long> tcp, String shown, String name) {
        Long value = tcp.get(shown);
        if (value == null) {
            into.gap(name, "not shown by this system");
        } else {
            into.counters().put(name, value.doubleValue());
        }
    }
}
