package dev.redliner.collector.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A folder with the files of a real kernel, which a test changes between two reads. */
final class KernelFixture {
    private static final long SECOND = 1_000_000_000;
    static final String MOUNT_2 = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
    static final String MOUNT_1 =
            """
            32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu
            33 31 0:30 / /sys/fs/cgroup/cpuacct rw - cgroup cgroup rw,cpuacct
            35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
            """;

    private final Path root;
    private long nanos;
    private int linkMegabits;

    private KernelFixture(Path root) {
        this.root = root;
    }

    static KernelFixture in(Path root) {
        try {
            Path captured = Path.of(Objects.requireNonNull(KernelFixture.class.getResource("/linux-6.18"))
                    .toURI());
            try (Stream<Path> files = Files.walk(captured)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path copy = root.resolve(captured.relativize(file).toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
            var fixture = new KernelFixture(root);
            var pairs = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
            pairs.putLong(6).putLong(4096).putLong(17).putLong(100);
            Files.createDirectories(root.resolve("proc/self"));
            Files.write(root.resolve("proc/self/auxv"), pairs.array());
            fixture.write("/sys/block/vda/device/model", "x").write("/sys/block/loop0/size", "0");
            fixture.write("/sys/class/net/eth0/device/x", "x").write("/sys/class/net/eth0/speed", "1000\n");
            return fixture.write("/proc/self/mountinfo", MOUNT_2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A process of the service, which listens on port 8080. */
    KernelFixture process(long pid, long startTicks, long cpuTicks) {
        String folder = "/proc/" + pid;
        write("/proc/net/tcp", HEADING + LISTENS);
        write(folder + "/net/tcp", HEADING + LISTENS + UNREAD);
        write(folder + "/cgroup", "0::/app.slice/shop\n");
        write(folder + "/statm", "100 50 1 1 0 1 0\n");
        write(folder + "/io", "rchar: 1\nread_bytes: 4096\nwrite_bytes: 8192\n");
        write(folder + "/limits", "Limit\nMax open files            100                  200                  files\n");
        write(folder + "/status", "Name:\tjava\nCpus_allowed:\tffff\nCpus_allowed_list:\t0-15\nMems_allowed:\t1\n");
        write(folder + "/task/7/schedstat", "5 1000000 9\n");
        link(folder + "/fd/3", "socket:[1215]");
        return write(
                folder + "/stat",
                pid + " (java) S 1 1 1 0 -1 0 1 2 3 4 " + cpuTicks + " 0 0 0 20 0 9 0 " + startTicks + " 1");
    }

    private static final String HEADING = "  sl  local_address rem_address   st tx_queue rx_queue\n";
    private static final String LISTENS =
            "   0: 00000000:1F90 00000000:0000 0A 00000000:00000004 00:00000000 00000000     0        0 1215 1\n";
    private static final String UNREAD =
            "   1: 0100007F:1F90 0100007F:9148 01 00000000:000001F4 00:00000000 00000000     0        0 77 1\n";

    KernelFixture write(String file, String text) {
        try {
            Path path = root.resolve(file.substring(1));
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text(String file) {
        try {
            return Files.readString(root.resolve(file.substring(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    KernelFixture link(String file, String target) {
        try {
            Path path = root.resolve(file.substring(1));
            Files.createDirectories(path.getParent());
            Files.deleteIfExists(path);
            Files.createSymbolicLink(path, Path.of(target));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    KernelFixture remove(String file) {
        Path path = root.resolve(file.substring(1));
        try (Stream<Path> files = Files.walk(path)) {
            for (Path each : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets the speed of interfaces that report none. */
    KernelFixture linkMegabits(int megabits) {
        linkMegabits = megabits;
        return this;
    }

    LinuxHost host(WatchedProcess process) {
        return new LinuxHost(new KernelFiles(root), new NodeSettings(process, linkMegabits), new AtomicLong());
    }

    /** A read one second after the one before. */
    Found read(LinuxHost host) {
        nanos += SECOND;
        var found = new Found(nanos);
        host.read(found);
        return found;
    }
}
