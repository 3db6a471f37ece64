package dev.redliner.controller.journal;

import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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

    /**
     * A run that was taken over.
     *
     * @param held the run with its new token
     * @param accepted the run as it was accepted, with its first token. Of a definition that cannot be read only the pool
     *     holds; empty if not even the pool can be read
     * @param problem why its definition cannot be read; empty if it can
     */
    record Taken(Held held, Optional<Claimed> accepted, String problem) {
        /** Its new token. */
        public long token() {
            return held.token();
        }
    }

    /** Every pool that a run has now. */
    List<Held> held();

    /** Takes a pool for a new run, with a token above all before. Of several at once, one gets it. */
    Claim claim(ServiceDefinition service, String owner, String who, Instant now);

    /**
     * Writes an event of a run down.
     *
     * @param by the run with its pool and the controller that drives it
     * @param outcome where the run stands after it: {@link dev.redliner.controller.run.Run#outcome}
     * @return false if that controller no longer has the run; then nothing is written
     */
    boolean append(Held by, long sequence, Instant at, RunEvent event, String outcome);

    /** The events of a run after a sequence, in order; so many at the most. */
    List<Journalled> events(String run, long after, int most);

    /** The sequence of the last event that was written down; 0 before the first. */
    long lastSequence(String run);

    /**
     * An event of a run.
     *
     * @param sequence counts up from 1 within the run
     * @param at when it was decided on
     * @param event empty if this version cannot read it
     * @param outcome where the run stood after it
     */
    record Journalled(long sequence, Instant at, Optional<RunEvent> event, String outcome) {}

    /** Keeps what a run has to show so far, as long as the owner has it. */
    void show(RunReport report, String pool, String owner);

    /**
     * Writes the end of a run down and lets its pool go; does nothing if another controller took the run over meanwhile,
     * which is then the one to end it.
     *
     * @return false if another controller has the run
     */
    boolean finish(RunReport report, String pool, String owner);

    /**
     * Says that a run's owner is alive.
     *
     * @return false if the run is another controller's by now
     */
    boolean alive(String run, String pool, String owner, Instant now);

    /** The pools whose run's owner was not seen since, whoever it is. */
    List<Held> orphans(Instant seenBefore);

    /**
     * Takes over a run, with a new token.
     *
     * @return empty if its owner was seen after all, or another was faster
     */
    Optional<Taken> takeOver(Held orphan, String owner, Instant seenBefore, Instant now);

    /**
     * Ends a run as INTERRUPTED that was taken over and whose pool cannot be read, and lets its pool go. What its report
     * has is kept.
     */
    void interrupt(Held taken, String reason, Instant now);

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

    /** When the newest completed run of each service began. */
    Map<String, Instant> lastCompleted();

    /**
     * Deletes events of one run that is over and is held by nobody; its report stays.
     *
     * @param endedBefore runs that ended later keep theirs
     * @param most so many events at the most
     * @return false if there is no such run any more
     */
    boolean deleteEvents(Instant endedBefore, int most, Instant now);

    /** How many events there are, of all runs. */
    long events();

    /** How large the database is, in bytes; empty if it does not tell. */
    OptionalLong size();

    /** The newest first, without those that this version cannot read. */
    List<RunReport> list(int limit);
}
