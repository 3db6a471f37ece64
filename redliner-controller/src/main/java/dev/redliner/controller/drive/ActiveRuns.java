package dev.redliner.controller.drive;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.search.SearchSettings;
import dev.redliner.controller.search.SearchStart;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that this controller drives, and the last few that are over. */
final class ActiveRuns {
    private static final int REMEMBERED = 20;

    private final DriverSettings settings;
    private final SearchStart search;
    private final Map<String, ActiveRun> runs = new ConcurrentHashMap<>();

    /** @param search how each of them begins to search */
    ActiveRuns(DriverSettings settings, SearchStart search) {
        this.settings = settings;
        this.search = search;
    }

    /** From now on this controller drives a run that was left behind, which only restores. */
    ActiveRun adopt(RunJournal.Claimed claimed) {
        return adopt(claimed, RedirectOrder.ANY_REVISION);
    }

    /**
     * From now on this controller drives a run that has its pool.
     *
     * @param revision of the pool's record that it measures
     */
    ActiveRun adopt(RunJournal.Claimed claimed, long revision) {
        var facts = new Run.Facts(
                claimed.id(), claimed.service(), claimed.token(), claimed.startedAt(), SearchSettings.DEFAULT, search);
        var run = new ActiveRun(Run.accepted(facts), revision, settings);
        runs.put(claimed.id(), run);
        return run;
    }

    Optional<ActiveRun> find(String id) {
        return Optional.ofNullable(runs.get(id));
    }

    List<ActiveRun> active() {
        return runs.values().stream().filter(run -> !run.run().state().over()).toList();
    }

    void forgetOld() {
        runs.values().stream()
                .filter(run -> run.run().state().over())
                .sorted(Comparator.comparing(
                                (ActiveRun run) -> run.run().facts().startedAt())
                        .reversed())
                .skip(REMEMBERED)
                .toList()
                .forEach(run -> runs.remove(run.run().id()));
    }
}
