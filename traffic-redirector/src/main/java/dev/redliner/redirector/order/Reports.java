package dev.redliner.redirector.order;

import dev.redliner.contracts.redirect.RedirectReport;

/** Receives the reports to be sent. */
@FunctionalInterface
public interface Reports {
    /** Sends a report or drops it; never blocks. The next report repeats the content of a dropped one. */
    void send(RedirectReport report);
}
