package dev.redliner.testbench.faults.campaign;

import java.time.Duration;
import java.util.Locale;

/**
 * A planned fault.
 *
 * @param kind kind of fault
 * @param pool number of the pool, if the fault concerns only one
 * @param after delay from the moment at which faults begin in a run
 * @param lasts duration until the fault is mended; a killed process is restarted then
 */
record PlannedFault(FaultKind kind, int pool, Duration after, Duration lasts) {
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s%s at %.1f s for %.1f s",
                kind,
                kind.ofOnePool() ? " (pool " + (pool + 1) + ")" : "",
                after.toMillis() / 1e3,
                lasts.toMillis() / 1e3);
    }
}
