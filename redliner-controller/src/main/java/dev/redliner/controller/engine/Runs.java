package dev.redliner.controller.engine;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.controller.journal.StartKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The operations on runs that are available to the API and the pages. */
public interface Runs {
    /** Kafka accepts or rejects an order within 2.5 s, and another order may have to wait for that first. */
    long DELIVERED_WITHIN_SECONDS = 5;

    /**
     * Starts measuring a service.
     *
     * @param service the name of the service
     * @param options settings that override those of the service
     * @param who the caller, for the audit log
     * @param key if a run was started with this key, no other run is started; null: always starts a run
     * @return the id of the run
     * @throws RunRefused if the run may not begin, or another request used the key
     */
    String start(String service, RunOptions options, String who, @Nullable StartKey key) throws RunRefused;

    /** Starts measuring a service without a key of a client. */
    default String start(String service, RunOptions options, String who) throws RunRefused {
        return start(service, options, who, null);
    }

    /** Starts measuring a service with the settings of the service. */
    default String start(String service, String who) throws RunRefused {
        return start(service, RunOptions.USUAL, who);
    }

    /**
     * Ends a run and restores its traffic. It can always be called, and called again. On a run of this controller it
     * takes effect at once and uses neither the database nor Kafka. On a run that is over it does nothing. A run of
     * another controller is reached over Kafka. The returned future completes when Kafka has answered.
     */
    CompletableFuture<AbortAnswer> abort(String run, String who, String why);

    /** Like {@link #abort}, and waits for the answer. {@link AbortAnswer#UNDELIVERED} if Kafka does not answer. */
    default AbortAnswer abortAndWait(String run, String who, String why) {
        return abort(run, who, why)
                .completeOnTimeout(AbortAnswer.UNDELIVERED, DELIVERED_WITHIN_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** The pool of a run. The id has its name and a number, so that the pool is known without the database. */
    static String poolOf(String run) {
        int number = run.lastIndexOf('-');
        return number < 0 ? run : run.substring(0, number);
    }

    /**
     * Ends every run of every controller, as far as the database or the redirectors report them, and restores their
     * traffic.
     *
     * @return how many runs there were
     */
    int abortAll(String who, String why);

    /**
     * Ends a run whose restore cannot be observed, on the word of a person. The lease has ended in any case. This is
     * for pools that no longer receive the traffic that would confirm the restore.
     *
     * @return false if there is no such run
     * @throws RunRefused if the run is not restoring, or another controller drives it
     */
    boolean dismiss(String run, String who, String why) throws RunRefused;

    /** The run that holds the pool of a service, under any controller. */
    Optional<String> activeOn(String service);

    /** The current report of the run. */
    Optional<RunReport> find(String run);

    /**
     * The newest runs first. Throws {@link org.springframework.dao.DataAccessException} if the database does not
     * answer.
     */
    List<RunReport> list(int limit);

    /**
     * The runs that this controller has in memory, newest first: those that it drives, and the most recent ones that it
     * ended. It uses neither the database nor Kafka.
     */
    List<RunReport> inMemory();

    /**
     * Follows a run: passes on every event after the given sequence, without gaps, and then each new one. The last
     * event is an {@link RunUpdate.Kind#END}.
     *
     * @param after the sequence to continue after; 0 for all events
     * @return closed to stop following
     */
    AutoCloseable follow(String run, long after, Consumer<RunUpdate> reader);
}
