package dev.redliner.collector.procfs;

import java.util.HashSet;
import java.util.Set;

/**
 * The TCP sockets of one local port in {@code /proc/net/tcp} or {@code tcp6}. A socket that listens has the number of
 * connections that its process has not accepted yet as its {@code rx_queue}. Any other socket has the bytes that its
 * process has not read yet, and the bytes that the other side has not acknowledged yet as its {@code tx_queue}.
 *
 * @param connections established connections
 * @param unread established connections with bytes that the process has not read
 * @param unreadBytes those bytes
 * @param unsent established connections with bytes that the other side has not acknowledged
 * @param unsentBytes those bytes
 * @param backlog connections that the process has not accepted
 * @param listening inodes of the sockets that listen on the port
 */
public record PortSockets(
        long connections,
        long unread,
        long unreadBytes,
        long unsent,
        long unsentBytes,
        long backlog,
        Set<Long> listening) {
    private static final String FILE = "/proc/net/tcp";
    private static final String ESTABLISHED = "01";
    private static final String LISTEN = "0A";
    private static final int INODE = 9;

    public static final PortSockets NONE = new PortSockets(0, 0, 0, 0, 0, 0, Set.of());

    public PortSockets {
        listening = Set.copyOf(listening);
    }

    /** @throws MalformedText if a line of the port does not have the columns of the file */
    public static PortSockets parse(String text, int port) {
        String local = String.format(":%04X ", port);
        var found = NONE;
        int start = text.indexOf('\n') + 1;
        while (start > 0 && start < text.length()) {
            int end = text.indexOf('\n', start);
            int stop = end < 0 ? text.length() : end;
            if (isLocal(text, start, stop, local)) {
                found = found.and(of(text.substring(start, stop)));
            }
            start = stop + 1;
        }
        return found;
    }

    /** The first colon of a line follows its number, the second one divides the local address from the port. */
    private static boolean isLocal(String text, int start, int stop, String local) {
        int first = text.indexOf(':', start);
        int second = first < 0 ? -1 : text.indexOf(':', first + 1);
        return second >= 0 && second < stop && text.startsWith(local, second);
    }

    private static PortSockets of(String line) {
        var fields = new Fields(FILE, line);
        String[] queues = fields.word(4).split(":", -1);
        if (queues.length != 2) {
            throw MalformedText.inLine(FILE, line);
        }
        long sent;
        long received;
        try {
            sent = Long.parseUnsignedLong(queues[0], 16);
            received = Long.parseUnsignedLong(queues[1], 16);
        } catch (NumberFormatException e) {
            throw MalformedText.inLine(FILE, line);
        }
        return switch (fields.word(3)) {
            case LISTEN -> new PortSockets(0, 0, 0, 0, 0, received, Set.of(fields.number(INODE)));
            case ESTABLISHED -> new PortSockets(1, received > 0 ? 1 : 0, received, sent > 0 ? 1 : 0, sent, 0, Set.of());
            default -> NONE;
        };
    }

    /** The sockets of both, as of IPv4 and IPv6. */
    public PortSockets and(PortSockets other) {
        var inodes = new HashSet<>(listening);
        inodes.addAll(other.listening);
        return new PortSockets(
                connections + other.connections,
                unread + other.unread,
                unreadBytes + other.unreadBytes,
                unsent + other.unsent,
                unsentBytes + other.unsentBytes,
                backlog + other.backlog,
                inodes);
    }
}
