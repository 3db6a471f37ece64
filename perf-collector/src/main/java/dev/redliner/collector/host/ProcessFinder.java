package dev.redliner.collector.host;

import dev.redliner.collector.procfs.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the process of the service. A search by port reads the open files of every process, so a search without a
 * result is repeated after 10 s only. Of several processes with the socket, the one with the lowest id is taken.
 */
final class ProcessFinder {
    private static final long RETRY_NANOS = Duration.ofSeconds(10).toNanos();

    private final KernelFiles files;
    private final WatchedProcess wanted;
    private @Nullable Running found;
    private @Nullable IOException failure;
    private long searchedNanos;

    /** A process as of one read. */
    record Running(long pid, ProcessStat stat) {
        /** A later process may have the same id. */
        boolean isSameAs(@Nullable Running other) {
            return other != null && pid == other.pid && stat.startTicks() == other.stat.startTicks();
        }
    }

    ProcessFinder(KernelFiles files, WatchedProcess wanted) {
        this.files = files;
        this.wanted = wanted;
    }

    /** @throws IOException if there is no such process, or this user cannot see it; the message says which */
    Running find(long nanos) throws IOException {
        Running known = found;
        if (known != null && wanted.pidFile() == null) {
            Running now = running(known.pid);
            if (now != null && known.isSameAs(now)) {
                found = now;
                return now;
            }
        }
        found = null;
        if (failure != null && nanos - searchedNanos < RETRY_NANOS && wanted.pidFile() == null) {
            throw failure;
        }
        return search(nanos);
    }

    private Running search(long nanos) throws IOException {
        searchedNanos = nanos;
        failure = null;
        try {
            long pid = wanted.pidFile() == null ? owner(wanted.port()) : inFile(wanted.pidFile());
            Running now = running(pid);
            if (now == null) {
                throw new IOException("there is no process " + pid);
            }
            found = now;
            return now;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private @Nullable Running running(long pid) {
        try {
            var stat = ProcessStat.parse(files.text("/proc/" + pid + "/stat"));
            return stat.ended() ? null : new Running(pid, stat);
        } catch (IOException ended) {
            return null;
        }
    }

    private static long inFile(Path file) throws IOException {
        String text = Files.readString(file).strip();
        if (!text.matches("[1-9][0-9]{0,9}")) {
            throw new IOException(file + " holds no process id");
        }
        return Long.parseLong(text);
    }

    private long owner(int port) throws IOException {
        Set<String> sockets = new PortReader(files, "/proc/net", port)
                .sockets().listening().stream()
                        .map(inode -> "socket:[" + inode + "]")
                        .collect(Collectors.toSet());
        if (sockets.isEmpty()) {
            throw new IOException("no process listens on port " + port + " in the network namespace of the collector");
        }
        List<Long> processes = files.names("/proc").stream()
                .filter(name -> name.matches("[0-9]{1,10}"))
                .map(Long::valueOf)
                .sorted()
                .toList();
        for (long pid : processes) {
            if (holds(pid, sockets)) {
                return pid;
            }
        }
        throw new IOException("the process that listens on port " + port + " belongs to another user: the collector"
                + " needs the same user, or CAP_SYS_PTRACE");
    }

    private boolean holds(long pid, Set<String> sockets) {
        String folder = "/proc/" + pid + "/fd";
        try {
            for (String fd : files.names(folder)) {
                Path link = files.path(folder + "/" + fd);
                if (Files.isSymbolicLink(link)
                        && sockets.contains(Files.readSymbolicLink(link).toString())) {
                    return true;
                }
            }
        } catch (IOException notOurs) {
            // other users' processes, and those that ended meanwhile
            return false;
        }
        return false;
    }
}
