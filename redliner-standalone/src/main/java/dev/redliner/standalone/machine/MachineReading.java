package dev.redliner.standalone.machine;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The state of a machine over some seconds.
 *
 * @param usableCores cores that this process may use
 * @param cores all cores of the machine
 * @param othersFraction fraction of all cores that other programs used, 0 to 1; time that a hypervisor took counts too
 * @param medianDelay median delay of the wakeup after a short sleep
 * @param worstDelay the longest such delay
 * @param freeMemoryBytes memory that programs can still get
 * @param folder the folder that a run writes to
 * @param freeDiskBytes free space there
 */
public record MachineReading(
        int usableCores,
        int cores,
        double othersFraction,
        Duration medianDelay,
        Duration worstDelay,
        long freeMemoryBytes,
        Path folder,
        long freeDiskBytes) {
    public MachineReading {
        if (usableCores < 1 || cores < 1) {
            throw new IllegalArgumentException("cores " + usableCores + " of " + cores);
        }
        if (!(othersFraction >= 0 && othersFraction <= 1)) {
            throw new IllegalArgumentException("othersFraction " + othersFraction);
        }
    }

    /**
     * Cores that are left for this process: all cores less the use of other programs, but at most the cores that this
     * process may use.
     */
    double freeCores() {
        return Math.min(usableCores, cores * (1 - othersFraction));
    }
}
