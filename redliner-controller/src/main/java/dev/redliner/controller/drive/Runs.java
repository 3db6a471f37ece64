package dev.redliner.controller.drive;

import dev.redliner.controller.report.RunReport;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** All that the outside may do with runs. */
public interface Runs {
    /**
     * Starts measuring a service.
     *
     * @param service its name
     * @param options how, if not as the service says
     * @param who who asks, for the record
     * @return the run's id
     * @throws RunRefused if it may not begin
     */
    String start(String service, RunOptions options, String who) throws RunRefused;

    /** The same as the service says. */
    default String start(String service, String who) throws RunRefused {
        return start(service, RunOptions.USUAL, who);
    }

    /**
     * Ends a run and restores its traffic. Always works, at once and again, and asks neither database nor Kafka if this
     * controller drives the run; on a run that is over it does nothing. A run of another controller is reached over
     * Kafka, for which nobody waits who does not wait for the answer.
     */
    CompletableFuture<AbortAnswer> abort(String run, String who, String why);

    /**
     * The same for every run of every controller, as far as the database or the redirectors tell of them.
     *
     * @return how many
     */
    int abortAll(String who, String why);

    /**
     * Ends a run whose restore cannot be seen, on a person's word. The lease is over in any case; this is for traffic
     * that no longer is there to show it.
     *
     * @return false if this controller does not drive such a run
     * @throws RunRefused if it is not being restored
     */
    boolean dismiss(String run, String who, String why) throws RunRefused;

    /** The run that has a service's pool, whoever drives it. */
    Optional<String> activeOn(String service);

    /** The run as it stands now. */
    Optional<RunReport> find(String run);

    /** The newest runs first. Throws {@link org.springframework.dao.DataAccessException} if the database does not answer. */
    List<RunReport> list(int limit);

    /**
     * The runs that this controller has in memory, the newest first: those that it drives and the last that it ended. Asks
     * nobody.
     */
    List<RunReport> inMemory();

    /**
     * Follows a run: first every event after the given sequence, without a gap, then each new one. The last event is an
     * {@link RunNews.Kind#END}.
     *
     * @param after 0 for all
     * @return to stop following
     */
    AutoCloseable follow(String run, long after, Consumer<RunNews> reader);
}
