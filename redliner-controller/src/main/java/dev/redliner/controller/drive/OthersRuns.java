package dev.redliner.controller.drive;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.run.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The runs of other controllers, and how to end one from here: an order to restore with the run's own token and the
 * highest sequence there is. Redirectors obey it at once and refuse every later order of that token; its owner hears of
 * the refusal and ends the run. It needs the database or the redirectors' reports, not both, and not the owner.
 */
final class OthersRuns {
    private static final Logger log = LoggerFactory.getLogger(OthersRuns.class);
    private static final Duration REPORTED_LATELY = Duration.ofSeconds(10);
    private static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private final RunJournal journal;
    private final Map<String, RedirectReport> live = new ConcurrentHashMap<>();

    OthersRuns(RunJournal journal) {
        this.journal = journal;
    }

    void heard(RedirectReport report) {
        if (report.lease() == RedirectReport.Lease.LIVE && report.run() != null) {
            live.put(report.pool(), report);
            live.values().removeIf(it -> it.at().plus(FORGOTTEN).isBefore(report.at()));
        }
    }

    /** The run if it holds its pool, whoever drives it. */
    Optional<RunJournal.Held> find(String run, Instant now) {
        return all(now).stream().filter(held -> held.run().equals(run)).findFirst();
    }

    /** Every pool that a run holds, as far as the database or the redirectors tell. */
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
            log.warn(
                    "the database does not answer; only runs that redirectors report on are known: {}", e.getMessage());
        }
        return List.copyOf(held.values());
    }

    /** Where the journal shows a run; empty if it does not, or in a state that only a newer version knows. */
    Optional<RunState> state(String run) {
        return journal.state(run).flatMap(name -> Arrays.stream(RunState.values())
                .filter(state -> state.name().equals(name))
                .findFirst());
    }

    /** The order that ends a run's lease for good. */
    static RedirectOrder lastOrder(RunJournal.Held held, Instant now, Duration validFor) {
        return new RedirectOrder(
                held.pool(),
                held.run(),
                held.token(),
                RedirectOrder.LAST_SEQUENCE,
                RedirectOrder.Action.RESTORE,
                new Share(0),
                now,
                validFor,
                RedirectOrder.ANY_REVISION);
    }
}
