package dev.redliner.collector.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The process of the service on a node: the one that listens on a port, or whose id is in a file. Its control group has
 * the limits that apply to the service.
 *
 * @param port the TCP port on which the service listens; 0 if it is not known
 * @param pidFile a file with the id of the process; null to find it by its port
 * @param gcLog the log of its JVM; null if it is no JVM or its log is not read
 */
public record WatchedProcess(int port, @Nullable Path pidFile, @Nullable Path gcLog) {
    /** No process is watched: only the node is read. */
    public static final WatchedProcess NONE = new WatchedProcess(0, null, null);

    public WatchedProcess {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is not within 0 to 65535");
        }
    }

    boolean isNone() {
        return port == 0 && pidFile == null;
    }
}
