package dev.redliner.collector.host;

import dev.redliner.collector.host.ProcessFinder.Running;
import dev.redliner.contracts.sample.HostProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a node and of the process of its service. They are reported every 10 s, and read once for the node and
 * once for each process. A property that cannot be read is left out: it explains results, and decides nothing.
 */
final class PropertyReader {
    private static final long EVERY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*: (.+)$");
    private static final Pattern SIBLINGS = Pattern.compile("(?m)^siblings\\s*: (\\d{1,5})$");
    private static final Pattern CORES = Pattern.compile("(?m)^cpu cores\\s*: (\\d{1,5})$");
    private static final Pattern RUNTIME_VERSION = Pattern.compile("(?m)^JAVA_RUNTIME_VERSION=\"(.+)\"$");
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(.+)\"$");
    private static final String CUT = "...";

    private final KernelFiles files;
    private final Map<String, String> ofNode = new TreeMap<>();
    private final Map<String, String> ofProcess = new TreeMap<>();
    private @Nullable Running process;
    private boolean reported;
    private long reportedNanos;

    PropertyReader(KernelFiles files) {
        this.files = files;
    }

    /** @param running the process of the service; null if none is watched or found */
    void read(@Nullable Running running, Found into) {
        if (running != null && !running.isSameAs(process)) {
            process = running;
            ofProcess.clear();
            readProcess("/proc/" + running.pid());
        } else if (reported && into.nanos() - reportedNanos < EVERY_NANOS) {
            return;
        }
        if (!reported) {
            readNode();
        }
        reported = true;
        reportedNanos = into.nanos();
        ofNode.forEach(into::property);
        if (running != null) {
            ofProcess.forEach(into::property);
        }
    }

    private void readNode() {
        add(HostProperties.KERNEL, () -> text("/proc/sys/kernel/osrelease"), ofNode);
        add(HostProperties.NUMA_NODES, this::numaNodes, ofNode);
        try {
            Optional<String> info = text("/proc/cpuinfo");
            add(HostProperties.CPU_MODEL, () -> first(MODEL, info), ofNode);
            add(HostProperties.CPU_THREADS_PER_CORE, () -> threadsPerCore(info), ofNode);
        } catch (IOException notReadable) {
            // not shown by this system
        }
    }

    private void readProcess(String folder) {
        add(HostProperties.PROGRAM, () -> program(folder), ofProcess);
        add(HostProperties.JVM_VERSION, () -> version(folder), ofProcess);
        add(HostProperties.JVM_FLAGS, () -> flags(folder), ofProcess);
    }

    private interface Property {
        Optional<String> read() throws IOException;
    }

    private static void add(String name, Property property, Map<String, String> into) {
        try {
            property.read()
                    .map(String::strip)
                    .filter(text -> !text.isEmpty())
                    .ifPresent(text -> into.put(name, cut(text)));
        } catch (IOException | RuntimeException notReadable) {
            // of another user, or not shown by this system
        }
    }

    private static String cut(String text) {
        return text.length() <= HostProperties.LONGEST
                ? text
                : text.substring(0, HostProperties.LONGEST - CUT.length()) + CUT;
    }

    private Optional<String> text(String file) throws IOException {
        return Optional.of(files.text(file));
    }

    private static Optional<String> first(Pattern pattern, Optional<String> text) {
        return text.map(pattern::matcher).filter(Matcher::find).map(found -> found.group(1));
    }

    private static Optional<String> threadsPerCore(Optional<String> info) {
        Optional<Integer> siblings = first(SIBLINGS, info).map(Integer::valueOf);
        Optional<Integer> cores = first(CORES, info).map(Integer::valueOf).filter(number -> number > 0);
        return siblings.flatMap(threads -> cores.map(number -> Integer.toString(threads / number)));
    }

    private Optional<String> numaNodes() throws IOException {
        long nodes = files.names("/sys/devices/system/node").stream()
                .filter(name -> name.matches("node\\d+"))
                .count();
        return Optional.of(nodes).filter(number -> number > 0).map(String::valueOf);
    }

    private Path executable(String folder) throws IOException {
        return Files.readSymbolicLink(files.path(folder + "/exe"));
    }

    private Optional<String> program(String folder) throws IOException {
        return Optional.of(String.valueOf(executable(folder).getFileName()));
    }

    private boolean isJava(String folder) throws IOException {
        return program(folder).filter("java"::equals).isPresent();
    }

    /** The JDK's file {@code release} beside its folder {@code bin}, as the process sees it. */
    private Optional<String> version(String folder) throws IOException {
        Path bin = isJava(folder) ? executable(folder).getParent() : null;
        if (bin == null || bin.getParent() == null) {
            return Optional.empty();
        }
        String file = folder + "/root" + bin.getParent().resolve("release");
        // in the file system of the process, this may be a pipe
        if (!Files.isRegularFile(files.path(file))) {
            return Optional.empty();
        }
        Optional<String> release = text(file);
        Optional<String> version = first(RUNTIME_VERSION, release);
        return version.isPresent() ? version : first(VERSION, release);
    }

    private Optional<String> flags(String folder) throws IOException {
        return isJava(folder)
                ? Optional.of(JvmFlags.of(
                        Arrays.asList(files.text(folder + "/cmdline").split("\0"))))
                : Optional.empty();
    }
}
