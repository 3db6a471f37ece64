package dev.redliner.collector.host;

import dev.redliner.collector.procfs.Pressure;
import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;

/** Pressure stall information of the node, or of a control group of version 2. */
final class PressureReader {
    private static final double MICROS = 1e6;
    private static final String NO_FILES =
            "this kernel does not report pressure: it is older than 4.20 or was started with psi=0";

    private PressureReader() {}

    static void readNode(KernelFiles files, Found into) throws IOException {
        if (!files.exists("/proc/pressure/cpu")) {
            into.gap("host.pressure", NO_FILES);
            return;
        }
        // "full" is not defined for the CPUs of a node, and the kernel writes 0
        var cpu = Pressure.parse("/proc/pressure/cpu", files.text("/proc/pressure/cpu"));
        into.counter(HostEvidence.PRESSURE_CPU_SOME, cpu.someMicros() / MICROS);
        read(files, "memory", HostEvidence.PRESSURE_MEMORY_SOME, HostEvidence.PRESSURE_MEMORY_FULL, into);
        read(files, "io", HostEvidence.PRESSURE_IO_SOME, HostEvidence.PRESSURE_IO_FULL, into);
    }

    private static void read(KernelFiles files, String resource, String some, String full, Found into)
            throws IOException {
        String file = "/proc/pressure/" + resource;
        Pressure pressure = Pressure.parse(file, files.text(file));
        into.counter(some, pressure.someMicros() / MICROS);
        pressure.fullMicros()
                .ifPresentOrElse(
                        micros -> into.counter(full, micros / MICROS),
                        () -> into.gap(full, "this kernel does not report it"));
    }

    /** @param folder the folder of the control group */
    static void readGroup(KernelFiles files, String folder, Found into) throws IOException {
        if (!files.exists(folder + "/cpu.pressure")) {
            into.gap("cgroup.pressure", "the control group does not report pressure");
            return;
        }
        readGroup(files, folder + "/cpu.pressure", HostEvidence.CGROUP_PRESSURE_CPU, into);
        readGroup(files, folder + "/memory.pressure", HostEvidence.CGROUP_PRESSURE_MEMORY, into);
        readGroup(files, folder + "/io.pressure", HostEvidence.CGROUP_PRESSURE_IO, into);
    }

    private static void readGroup(KernelFiles files, String file, String name, Found into) throws IOException {
        into.counter(name, Pressure.parse(file, files.text(file)).someMicros() / MICROS);
    }
}
