package dev.redliner.controller.drive;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that this controller drives, and the last few that are over. */
final class ActiveRuns {
    private static final int REMEMBERED = 20;

    private final Map<String, ActiveRun> runs = new ConcurrentHashMap<>();

    void add(ActiveRun run) {
        runs.put(run.run().id(), run);
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
