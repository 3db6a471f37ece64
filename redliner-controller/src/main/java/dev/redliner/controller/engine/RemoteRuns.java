package dev.redliner.controller.engine;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.controller.journal.RunJournal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The runs of other controllers, and how to end one from this controller. The order to restore carries the run's own
 * token and the highest possible sequence. Redirectors carry it out at once and refuse every later order with that
 * token. The run's owner receives the refusal and ends the run.
 *
 * <p>It needs either the database or the reports of the redirectors. It does not need the owner of the run.
 */
final class RemoteRuns {
    private static final Logger log = LoggerFactory.getLogger(RemoteRuns.class);
    private static final Duration REPORTED_LATELY = Duration.ofSeconds(10);
    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private final RunJournal journal;
    private final Map<String, RedirectReport> live = new ConcurrentHashMap<>();

    RemoteRuns(RunJournal journal) {
        this.journal = journal;
    }

    void onReport(RedirectReport report) {
        if (report.lease() == RedirectReport.Lease.LIVE && report.run() != null) {
            live.put(report.pool(), report);
            live.values().removeIf(it -> it.at().plus(FORGOTTEN).isBefore(report.at()));
        }
    }

    /** The run with this id if it holds its pool, under any controller. */
    Optional<RunJournal.Held> find(String run, Instant now) {
        return all(now).stream().filter(held -> held.run().equals(run)).findFirst();
    }

    /** Every pool that a run holds, as far as the database or the redirectors report it. */
    List<RunJournal.Held> all(Instant now) {
        Map<String, RunJournal.Held> held = new HashMap<>();
        live.values().stream()
                .filter(report -> report.at().plus(REPORTED_LATELY).isAfter(now))
                .forEach(report -> held.put(
                        report.pool(),
                        new RunJournal.Held(report.pool(), String.valueOf(report.run()), report.token(), "")));
        try {
            journal.held().forEach(one -> held.put(one.pool(), one));
        } catch (DataAccessException | TransactionException e) {
            log.warn("the database is unavailable; only runs that redirectors report on are known: {}", e.getMessage());
        }
        return List.copyOf(held.values());
    }

    /**
     * The state of a run according to the journal. Empty if the journal has no such run, or a state that only a newer
     * version defines.
     */
    Optional<RunState> state(String run) {
        return journal.state(run).flatMap(name -> Arrays.stream(RunState.values())
                .filter(state -> state.name().equals(name))
                .findFirst());
    }

    /**
     * The order that ends a run's lease for good.
     *
     * @param why who ends a run of another controller and why; null for a run of this one
     */
    static RedirectOrder lastOrder(RunJournal.Held held, Instant now, Duration validFor, @Nullable String why) {
        return RedirectOrder.lastRestore(held.pool(), held.run(), held.token(), now, validFor, why);
    }
}
