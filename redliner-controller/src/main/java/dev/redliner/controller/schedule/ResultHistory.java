package dev.redliner.controller.schedule;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.search.Redline;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The newest redlines of services, with the deploys since then. */
final class ResultHistory {
    /** More of them make no difference: each one is a reason to measure again. */
    private static final int MOST_DEPLOYS = 100;

    private final RunSummaries runs;
    private final DeployTable deploys;

    ResultHistory(RunSummaries runs, JdbcClient jdbc) {
        this.runs = runs;
        this.deploys = new DeployTable(jdbc);
    }

    /** The newest redline of a service. A result without an interval counts as none. */
    Optional<LastResult> of(String service) {
        return runs.newest(RunFilter.of(service).in(RunState.COMPLETED), 1).stream()
                .findFirst()
                .flatMap(this::result);
    }

    private Optional<LastResult> result(RunSummary run) {
        RedlineReport redline = run.redline();
        Instant ended = run.endedAt();
        if (redline == null || ended == null) {
            return Optional.empty();
        }
        Double high = redline.high();
        var measured = new Redline(
                redline.rps(),
                redline.low(),
                high == null ? Double.POSITIVE_INFINITY : high,
                redline.low(),
                redline.limitingRule(),
                redline.atLeast());
        // from its begin on: a deploy during a run is not wholly in its result
        int since = deploys.of(run.service(), run.startedAt(), MOST_DEPLOYS).size();
        return Optional.of(new LastResult(run.id(), ended, measured, since));
    }
}
