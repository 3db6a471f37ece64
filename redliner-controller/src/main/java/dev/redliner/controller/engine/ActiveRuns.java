package dev.redliner.controller.engine;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SearchStart;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that this controller drives, and the most recent runs that are over. */
final class ActiveRuns {
    private static final int REMEMBERED = 20;
    /** Limit on the news of all runs that are over, taken together: about ten minutes of ticks near the redline. */
    private static final long MOST_NEWS = 5_000;

    private final DriverSettings settings;
    private final SearchStart search;
    private final Map<String, ActiveRun> runs = new ConcurrentHashMap<>();

    /** @param search how each run begins its search */
    ActiveRuns(DriverSettings settings, SearchStart search) {
        this.settings = settings;
        this.search = search;
    }

    /**
     * Starts driving a run that holds its pool.
     *
     * @param revision revision of the pool's record that the run measures
     */
    ActiveRun adopt(RunJournal.Claimed claimed, long revision) {
        var run = new ActiveRun(accepted(claimed), revision, settings);
        runs.put(claimed.id(), run);
        return run;
    }

    /**
     * Starts restoring a run that this controller took over.
     *
     * @param accepted the run as it was when it was accepted
     * @param token its new token
     */
    ActiveRun adopt(Run accepted, long token, Instant now) {
        var recovered = new RunEvent.Recovered(settings.owner(), token, null, "");
        Run restoring = accepted.on(recovered, now).run();
        var run = ActiveRun.rebuilding(restoring, settings);
        runs.put(restoring.id(), run);
        return run;
    }

    /** The run as it was when it was accepted. */
    Run accepted(RunJournal.Claimed claimed) {
        return Run.accepted(new RunFacts(
                claimed.id(), claimed.service(), claimed.token(), claimed.startedAt(), SearchSettings.DEFAULT, search));
    }

    Optional<ActiveRun> find(String id) {
        return Optional.ofNullable(runs.get(id));
    }

    List<ActiveRun> active() {
        return runs.values().stream().filter(run -> !run.run().state().over()).toList();
    }

    List<ActiveRun> newestFirst() {
        return runs.values().stream()
                .sorted(Comparator.comparing(
                                (ActiveRun run) -> run.run().facts().startedAt())
                        .reversed())
                .toList();
    }

    void discard(String id) {
        runs.remove(id);
    }

    void forgetOld() {
        int number = 0;
        long news = 0;
        for (ActiveRun run : newestFirst()) {
            if (run.run().state().over()) {
                number++;
                news += run.news().size();
                if (number > REMEMBERED || number > 1 && news > MOST_NEWS) {
                    runs.remove(run.run().id());
                }
            }
        }
    }
}
