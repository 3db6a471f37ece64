package dev.redliner.controller.journal;

import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What must outlive a controller: which run has a pool, the fencing tokens, every event of every run. All methods throw
 * {@link org.springframework.dao.DataAccessException} if the database does not answer.
 */
public interface RunJournal {

    /**
     * A run that has its pool.
     *
     * @param id the run
     * @param service what it measures, as it was when it began
     * @param token its fencing token
     * @param startedAt when it was accepted
     */
    record Claimed(String id, ServiceDefinition service, long token, Instant startedAt) {}

    /**
     * The answer to a claim.
     *
     * @param claimed the new run; empty if the pool is taken
     * @param holder the run that has the pool or the dependency; empty if both were free
     * @param dependency what the other run holds, if it is not the pool
     */
    record Claim(Optional<Claimed> claimed, Optional<String> holder, Optional<String> dependency) {}

    /**
     * A pool that a run has.
     *
     * @param pool the pool
     * @param run the run
     * @param token its fencing token
     * @param owner the controller that drives it
     */
    record Held(String pool, String run, long token, String owner) {}

    /** Every pool that a run has now. */
    List<Held> held();

    /** Takes a pool for a new run, with a token above all before. Of several at once, one gets it. */
    Claim claim(ServiceDefinition service, String owner, String who, Instant now);

    /** Writes an event down. */
    void append(String run, long sequence, Instant at, RunEvent event);

    /** Every event of a run in order. */
    List<Journalled> events(String run);

    /** The sequence of the last event that was written down; 0 before the first. */
    long lastSequence(String run);

    /** An event with its time. */
    record Journalled(Instant at, RunEvent event) {}

    /** Keeps what a run has to show so far; nothing if it is over, as whoever still speaks for it was deposed. */
    void show(RunReport report);

    /**
     * Writes the end of a run down and lets its pool go; does nothing if another controller took the run over meanwhile,
     * which is then the one to end it.
     */
    void finish(RunReport report, String pool, String owner);

    /** Says that a run's owner is alive. */
    void alive(String run, String pool, String owner, Instant now);

    /** The pools whose run's owner was not seen since, whoever it is. */
    List<Held> orphans(Instant seenBefore);

    /**
     * Takes over a run, with a new token.
     *
     * @return empty if its owner was seen after all, or another was faster
     */
    Optional<Claimed> takeOver(Held orphan, String owner, Instant seenBefore, Instant now);

    Optional<RunReport> find(String run);

    /**
     * In which state a run is, in the words of the controller that wrote it: one of a newer version may know states, and write
     * reports, that this one does not.
     */
    Optional<String> state(String run);

    /**
     * A run that completed.
     *
     * @param service what it measured, as it was when it began
     * @param report what came of it
     */
    record Measured(ServiceDefinition service, RunReport report) {}

    /** The completed runs of a service, the newest first. */
    List<Measured> measured(String service, int limit);

    /** The newest first, without those that this version cannot read. */
    List<RunReport> list(int limit);
}
