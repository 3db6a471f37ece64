package dev.redliner.controller.journal;

import dev.redliner.api.RunReport;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The state that must outlive a controller: the locks of pools, the fencing tokens, and every event of every run. All
 * methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
public interface RunJournal {

    /**
     * A run that holds its pool.
     *
     * @param id the run
     * @param service the definition of the service when the run began
     * @param token the run's fencing token
     * @param startedAt when the run was accepted
     */
    record Claimed(String id, ServiceDefinition service, long token, Instant startedAt) {}

    /**
     * The result of a claim.
     *
     * @param claimed the new run; empty if the pool or a dependency is held by another run
     * @param holder the run that holds the pool or the dependency; empty if both were free
     * @param dependency the dependency that the other run holds; empty if it holds the pool
     */
    record Claim(Optional<Claimed> claimed, Optional<String> holder, Optional<String> dependency) {}

    /**
     * A run that was started with a key.
     *
     * @param run the run
     * @param service the service that it measures
     * @param asked the request, see {@link StartKey#asked}
     */
    record KeyedRun(String run, String service, String asked) {}

    /**
     * A pool that a run holds.
     *
     * @param pool the pool
     * @param run the run
     * @param token the run's fencing token
     * @param owner the controller that drives the run
     */
    record Held(String pool, String run, long token, String owner) {}

    /**
     * A run that was taken over.
     *
     * @param held the run with its new token
     * @param accepted the run as it was accepted, with its first token. If the definition is unreadable, only its pool
     *     is valid; empty if the pool is unreadable too
     * @param problem why its definition cannot be read; empty if it can
     */
    record Taken(Held held, Optional<Claimed> accepted, String problem) {
        /** The run's new token. */
        public long token() {
            return held.token();
        }
    }

    /** Every pool that a run holds now. */
    List<Held> held();

    /**
     * Claims a pool for a new run, with a token above all earlier ones. Of several concurrent claims, one succeeds.
     *
     * @param key stored with the run; null if the client gave none. Of several concurrent claims with one key, also of
     *     different pools, one succeeds
     */
    Claim claim(ServiceDefinition service, String owner, String who, Instant now, @Nullable StartKey key);

    /** Claims a pool without a key of a client. */
    default Claim claim(ServiceDefinition service, String owner, String who, Instant now) {
        return claim(service, owner, who, now, null);
    }

    /** The run that a key started in the seven days before now. */
    Optional<KeyedRun> startedWith(String key, Instant now);

    /**
     * Writes an event of a run to the journal.
     *
     * @param by the run with its pool and the controller that drives it
     * @param outcome the state of the run after the event: {@link dev.redliner.controller.run.Run#outcome}
     * @return false if that controller no longer holds the run. Nothing is then written
     */
    boolean append(Held by, long sequence, Instant at, RunEvent event, String outcome);

    /** Lists the events of a run after a sequence, in order, at most {@code most}. */
    List<Journalled> events(String run, long after, int most);

    /** The sequence of the last event that was written; 0 before the first. */
    long lastSequence(String run);

    /**
     * An event of a run.
     *
     * @param sequence counts up from 1 within the run
     * @param at the time of the decision
     * @param event empty if this version cannot read it
     * @param outcome the state of the run after the event
     */
    record Journalled(long sequence, Instant at, Optional<RunEvent> event, String outcome) {}

    /** Stores the current report of a run, as long as the owner holds the run. */
    void show(RunReport report, String pool, String owner);

    /**
     * Writes the end of a run and releases its pool. Does nothing if another controller has taken over the run: that
     * controller then ends the run.
     *
     * @return false if another controller holds the run
     */
    boolean finish(RunReport report, String pool, String owner);

    /**
     * Records that the owner of a run is alive.
     *
     * @return false if another controller has taken over the run
     */
    boolean alive(String run, String pool, String owner, Instant now);

    /**
     * The pools whose run had no sign of life from its owner since the given time, including runs of this controller.
     */
    List<Held> orphans(Instant seenBefore);

    /**
     * Takes over a run, with a new token.
     *
     * @return empty if its owner reported in the meantime, or another controller was faster
     */
    Optional<Taken> takeOver(Held orphan, String owner, Instant seenBefore, Instant now);

    /**
     * Ends a run as INTERRUPTED that was taken over and whose pool definition is unreadable, and releases its pool. The
     * contents of its report are kept.
     */
    void interrupt(Held taken, String reason, Instant now);

    Optional<RunReport> find(String run);

    /**
     * The state of a run, as named by the controller that wrote it. A newer version may use states, and write reports,
     * that this version cannot read.
     */
    Optional<String> state(String run);

    /**
     * A run that completed.
     *
     * @param service the definition of the service when the run began
     * @param report the result of the run
     */
    record Measured(ServiceDefinition service, RunReport report) {}

    /** The completed runs of a service, newest first. */
    List<Measured> measured(String service, int limit);

    /** The start of the newest completed run of each service. */
    Map<String, Instant> lastCompleted();

    /**
     * Deletes events of one run that is over and that no controller holds. Its report stays.
     *
     * @param endedBefore runs that ended later keep their events
     * @param most the maximum number of events to delete
     * @return false if there is no such run left
     */
    boolean deleteEvents(Instant endedBefore, int most, Instant now);

    /** The number of events of all runs. */
    long events();

    /** The size of the database in bytes; empty if the database does not report it. */
    OptionalLong size();

    /** The newest runs first, without those that this version cannot read. */
    List<RunReport> list(int limit);
}
