package dev.redliner.controller.engine;

import dev.redliner.api.RunReport;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The newest runs, as far as they can be read. Without a database these are the runs in memory, so that a user can
 * still find and abort one.
 *
 * @param runs the runs, newest first
 * @param note why some runs are missing, as a sentence; empty if none is missing
 */
public record RunListing(List<RunReport> runs, Optional<String> note) {
    private static final Logger log = LoggerFactory.getLogger(RunListing.class);

    /** ASCII only, because it is also sent as a header. */
    private static final String NOT_STORED =
            "The database does not answer. Only the runs that this controller has in memory"
                    + " are listed; stored runs and those of other controllers cannot be read.";

    public RunListing {
        runs = List.copyOf(runs);
    }

    /** Lists at most {@code limit} runs. */
    public static RunListing of(Runs runs, int limit) {
        try {
            return new RunListing(runs.list(limit), Optional.empty());
        } catch (DataAccessException | TransactionException e) {
            log.warn("the database is unavailable; runs are listed from memory: {}", e.getMessage());
            return new RunListing(activeFirst(runs.inMemory(), limit), Optional.of(NOT_STORED));
        }
    }

    /** Active runs first: a run that moves traffic must not be hidden by newer runs that are over. */
    private static List<RunReport> activeFirst(List<RunReport> runs, int limit) {
        return runs.stream()
                .sorted(Comparator.comparing((RunReport run) -> run.state().over()))
                .limit(limit)
                .toList();
    }

    /** Finds one of the listed runs. */
    public Optional<RunReport> find(String run) {
        return runs.stream().filter(report -> report.id().equals(run)).findFirst();
    }
}
