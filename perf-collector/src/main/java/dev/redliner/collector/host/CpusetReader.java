package dev.redliner.collector.host;

import dev.redliner.collector.host.ProcessFinder.Running;
import dev.redliner.collector.procfs.AllowedCpus;
import dev.redliner.collector.procfs.KernelStat;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The CPUs on which a process may run, because of its cpuset or its affinity. They are read once a minute. */
final class CpusetReader {
    private final KernelFiles files;
    private final MinuteClock recheck = new MinuteClock();
    private Set<String> allowed = Set.of();
    private @Nullable Running known;

    CpusetReader(KernelFiles files) {
        this.files = files;
    }

    /**
     * The names of the CPUs that are online and usable.
     *
     * @throws IOException if they cannot be read
     */
    Set<String> usable(Running process, KernelStat stat, long nanos) throws IOException {
        if (!process.isSameAs(known)) {
            known = process;
            recheck.again();
        }
        if (recheck.isDue(nanos)) {
            try {
                allowed = AllowedCpus.parse(files.text("/proc/" + process.pid() + "/status"));
            } catch (IOException | IllegalArgumentException e) {
                recheck.again();
                throw e;
            }
        }
        Set<String> usable =
                stat.cpus().keySet().stream().filter(allowed::contains).collect(Collectors.toUnmodifiableSet());
        // a CPU that was switched off since the last check
        return usable.isEmpty() ? stat.cpus().keySet() : usable;
    }
}
