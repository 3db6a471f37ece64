package dev.redliner.standalone.faults.campaign;

import java.time.Duration;
import java.util.Locale;

/**
 * A fault at its moment.
 *
 * @param kind what
 * @param pool which pool, if it concerns one only
 * @param after from the moment from which faults happen in a run
 * @param lasts until it is mended; a process that was killed is started again then
 */
record Blow(FaultKind kind, int pool, Duration after, Duration lasts) {
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
