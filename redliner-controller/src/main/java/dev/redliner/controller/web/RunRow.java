package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RedlineReport;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A row in the list of runs at the bottom of the page.
 *
 * @param state in lower case
 * @param startedAt in ISO format; the page shows it in the reader's time zone
 * @param redline as text
 */
record RunRow(String id, String service, String state, String startedAt, String redline) {
    static RunRow of(RunReport run) {
        return new RunRow(
                run.id(),
                run.service(),
                run.state().name().toLowerCase(Locale.ROOT),
                run.startedAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                redline(run.redline()));
    }

    private static String redline(@Nullable RedlineReport redline) {
        if (redline == null) {
            return "none";
        }
        return (redline.atLeast() ? "at least " : "") + Math.round(redline.rps()) + " rps";
    }
}
