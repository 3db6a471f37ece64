package dev.redliner.controller.web;

import dev.redliner.api.MetCheck;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunSummary;
import org.jspecify.annotations.Nullable;

/**
 * A row in a list of runs.
 *
 * @param startedAt in ISO format; the page shows it in the reader's time zone
 * @param redline the estimate as text; null without one
 * @param interval its 95% interval as text; null without one
 * @param limitedBy the rule that fails first; null if none failed
 * @param reason why the run ended or is ending; null before
 * @param by the account, address or schedule that started it; null where it is not shown
 */
record RunRow(
        String id,
        String service,
        Sign state,
        String startedAt,
        @Nullable String redline,
        @Nullable String interval,
        @Nullable String limitedBy,
        @Nullable String reason,
        @Nullable String by) {
    private static final String NOT_MET = "The result is not the expected one. ";

    static RunRow of(RunSummary run) {
        return of(run, null);
    }

    static RunRow of(RunSummary run, @Nullable String by) {
        RedlineReport redline = run.result();
        return new RunRow(
                run.id(),
                run.service(),
                Sign.of(run.state()),
                Figures.iso(run.startedAt()),
                redline == null ? null : Figures.redline(redline),
                redline == null ? null : Figures.interval(redline),
                redline == null ? null : redline.limitingRule(),
                run.expectation() == MetCheck.NOT_MET ? NOT_MET + run.reason() : run.reason(),
                by);
    }
}
