package dev.redliner.collector.host;

import dev.redliner.collector.host.ProcessFinder.Running;
import dev.redliner.collector.procfs.Auxiliary;
import dev.redliner.collector.procfs.KeyValues;
import dev.redliner.collector.procfs.OpenFilesLimit;
import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.util.OptionalLong;

/** One process of the service, from its first read on. */
final class ProcessReader {
    private final KernelFiles files;
    private final Auxiliary constants;
    private final Running first;
    private final PacedPart openFiles;
    private final PacedPart threads;
    private final PacedPart sockets;
    private boolean replaces;

    /**
     * @param port the port of the service, 0 if it is not known
     * @param replaces whether this process follows another one, whose totals are no part of an increase
     */
    ProcessReader(KernelFiles files, Auxiliary constants, Running first, int port, boolean replaces) {
        this.files = files;
        this.constants = constants;
        this.first = first;
        this.replaces = replaces;
        openFiles = new PacedPart(HostEvidence.PROC_FDS, this::readFiles);
        threads = new PacedPart(HostEvidence.PROC_READY, new ThreadTimes(files, folder("/task"))::read);
        sockets = new PacedPart("proc.connections", new PortReader(files, folder("/net"), port)::read);
    }

    private String folder(String part) {
        return "/proc/" + first.pid() + part;
    }

    boolean isOf(Running process) {
        return process.isSameAs(first);
    }

    void read(Running now, Found into) {
        if (replaces) {
            into.gap("proc", "process was restarted");
            replaces = false;
        } else {
            readCounters(now, into);
        }
        into.gauge(HostEvidence.PROC_THREADS, now.stat().threads());
        into.part(HostEvidence.PROC_MEMORY, this::readMemory);
        openFiles.readInto(into);
        threads.readInto(into);
        sockets.readInto(into);
    }

    private void readCounters(Running now, Found into) {
        into.counter(HostEvidence.PROC_CPU, now.stat().cpuTicks() / (double) constants.ticksPerSecond());
        into.counter(HostEvidence.PROC_MAJOR_FAULTS, now.stat().majorFaults());
        into.part("proc.io", found -> {
            var io = KeyValues.parse("/proc/PID/io", files.text(folder("/io")));
            found.counter(HostEvidence.PROC_READ_BYTES, io.get("read_bytes"));
            found.counter(HostEvidence.PROC_WRITTEN_BYTES, io.get("write_bytes"));
        });
    }

    private void readMemory(Found into) throws IOException {
        String[] pages = files.text(folder("/statm")).split(" ");
        into.gauge(HostEvidence.PROC_MEMORY, Long.parseLong(pages[1]) * (double) constants.pageSize());
    }

    private void readFiles(Found into) throws IOException {
        long size = Files.size(files.path(folder("/fd")));
        // since Linux 6.2 the size of this folder is the number of its entries
        double open = size > 0 ? size : files.names(folder("/fd")).size();
        into.gauge(HostEvidence.PROC_FDS, open);
        OptionalLong limit = OpenFilesLimit.parse(files.text(folder("/limits")));
        limit.ifPresentOrElse(
                most -> into.gauge(HostEvidence.PROC_FDS_USED, open / Math.max(1, most)),
                () -> into.gap(HostEvidence.PROC_FDS_USED, "the process has no limit of open files"));
    }
}
