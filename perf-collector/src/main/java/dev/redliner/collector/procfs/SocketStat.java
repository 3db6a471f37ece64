package dev.redliner.collector.procfs;

import java.util.HashMap;
import java.util.Map;

/**
 * {@code /proc/net/sockstat}.
 *
 * @param used sockets of all kinds
 * @param orphans TCP sockets without a process
 * @param timeWait TCP connections that wait for their port to be free
 * @param tcpPages memory of TCP's buffers, pages
 */
public record SocketStat(long used, long orphans, long timeWait, long tcpPages) {
    private static final String FILE = "/proc/net/sockstat";

    /** @throws MalformedText if a part is missing */
    public static SocketStat parse(String text) {
        var values = new HashMap<String, Long>();
        text.lines().forEach(line -> {
            var fields = new Fields(FILE, line);
            for (int i = 1; i + 1 < fields.size(); i += 2) {
                values.put(fields.word(0) + fields.word(i), fields.number(i + 1));
            }
        });
        return new SocketStat(
                of(values, "sockets:used"), of(values, "TCP:orphan"), of(values, "TCP:tw"), of(values, "TCP:mem"));
    }

    private static long of(Map<String, Long> values, String name) {
        Long value = values.get(name);
        if (value == null) {
            throw new MalformedText(FILE, "no value " + name);
        }
        return value;
    }
}
