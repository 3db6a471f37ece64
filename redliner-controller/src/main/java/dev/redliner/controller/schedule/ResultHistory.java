package dev.redliner.controller.schedule;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.controller.engine.RedlineConditions;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.RunJournal.Measured;
import dev.redliner.search.Redline;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The newest redlines of services, with the deploys since then. */
final class ResultHistory {
    /** More of them make no difference: each one is a reason to measure again. */
    private static final int MOST_DEPLOYS = 100;

    private final RunJournal journal;
    private final DeployTable deploys;

    ResultHistory(RunJournal journal, JdbcClient jdbc) {
        this.journal = journal;
        this.deploys = new DeployTable(jdbc);
    }

    /** The newest redline of a service. One of another SUT, or under other limits, counts as none. */
    Optional<LastResult> of(ServiceDefinition service) {
        return journal.measured(service.name(), 1).stream()
                .findFirst()
                .flatMap(measured -> result(
                        measured,
                        service,
                        // from its begin on: a deploy during a run is not wholly in its result
                        deploys.of(service.name(), measured.report().startedAt(), MOST_DEPLOYS)
                                .size()));
    }

    /** @param since the deploys since the begin of the run */
    static Optional<LastResult> result(Measured newest, ServiceDefinition service, int since) {
        RunReport run = newest.report();
        RedlineReport redline = run.redline();
        Instant ended = run.endedAt();
        if (redline == null
                || ended == null
                || !RedlineConditions.of(newest.service()).equals(RedlineConditions.of(service))) {
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
        return Optional.of(new LastResult(run.id(), ended, measured, since));
    }
}
