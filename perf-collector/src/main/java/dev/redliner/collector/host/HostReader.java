package dev.redliner.collector.host;

import java.time.Instant;

/** Reads this machine. Keeps the earlier reading of values that are fractions of the time in between. */
interface HostReader {
    /** @param at the due time of the read */
    void read(Instant at, Found into);
}
