package dev.redliner.collector.host;

import dev.redliner.collector.procfs.PortSockets;
import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The TCP sockets of the service's port, in the network namespace of its process. The kernel writes a line for each
 * socket of the namespace, so only the tables of IPv4 and IPv6 in which the port is listened on are read.
 */
final class PortReader {
    private final KernelFiles files;
    private final String folder;
    private final int port;
    private final MinuteClock recheck = new MinuteClock();
    private List<String> tables = List.of();

    /** @param folder the folder with the tables, such as {@code /proc/net} */
    PortReader(KernelFiles files, String folder, int port) {
        this.files = files;
        this.folder = folder;
        this.port = port;
    }

    void read(Found into) throws IOException {
        if (port == 0) {
            into.gap("proc.connections", "the port of the service is not set");
            return;
        }
        if (recheck.isDue(into.nanos())) {
            tables = listening(tables());
        }
        PortSockets sockets = sockets(tables);
        into.gauge(HostEvidence.PROC_CONNECTIONS, sockets.connections());
        into.gauge(HostEvidence.PROC_UNREAD, sockets.unread());
        into.gauge(HostEvidence.PROC_UNREAD_BYTES, sockets.unreadBytes());
        into.gauge(HostEvidence.PROC_UNSENT, sockets.unsent());
        into.gauge(HostEvidence.PROC_UNSENT_BYTES, sockets.unsentBytes());
        if (sockets.listening().isEmpty()) {
            recheck.again();
            into.gap(HostEvidence.PROC_BACKLOG, "no socket listens on port " + port);
        } else {
            into.gauge(HostEvidence.PROC_BACKLOG, sockets.backlog());
        }
    }

    /** All sockets of the port. */
    PortSockets sockets() throws IOException {
        return sockets(tables());
    }

    private PortSockets sockets(List<String> chosen) throws IOException {
        PortSockets sockets = PortSockets.NONE;
        for (String table : chosen) {
            sockets = sockets.and(PortSockets.parse(files.text(table), port));
        }
        return sockets;
    }

    private List<String> tables() {
        return Stream.of(folder + "/tcp", folder + "/tcp6")
                .filter(files::exists)
                .toList();
    }

    /** The tables in which the port is listened on, or all if it is in none. */
    private List<String> listening(List<String> all) throws IOException {
        var chosen = new ArrayList<String>();
        for (String table : all) {
            if (!PortSockets.parse(files.text(table), port).listening().isEmpty()) {
                chosen.add(table);
            }
        }
        return chosen.isEmpty() ? all : List.copyOf(chosen);
    }
}
