package dev.redliner.redirector.order;

import dev.redliner.contracts.redirect.RedirectReport;

/** Where reports go. */
@FunctionalInterface
public interface Reports {
    /** Sends a report, or drops it; never blocks. The next one says it all again. */
    void send(RedirectReport report);
}
