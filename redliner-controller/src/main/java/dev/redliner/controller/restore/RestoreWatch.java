package dev.redliner.controller.restore;

import dev.redliner.controller.run.Restoration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a restore is overdue, and when an overdue restore succeeded. Pure: observations and the time are
 * parameters.
 */
final class RestoreWatch {
    private final Duration within;
    private final Predicate<Seen> raisedBefore;
    private final Map<String, Restoring> watched = new LinkedHashMap<>();
    /** Runs that are still being restored, and whose traffic was seen back. */
    private final Set<String> settled = new HashSet<>();

    /**
     * @param within time after which a restore that was not verified is overdue
     * @param raisedBefore whether the audit log has an alarm of an earlier controller about a run, and no end of it
     */
    RestoreWatch(Duration within, Predicate<Seen> raisedBefore) {
        this.within = within;
        this.raisedBefore = raisedBefore;
    }

    /**
     * A run that restores its traffic.
     *
     * @param verified whether the traffic was seen to be restored
     */
    record Restoring(String run, String pool, boolean verified, Instant since, boolean overdue) {
        private Restoring nowOverdue() {
            return new Restoring(run, pool, verified, since, true);
        }
    }

    /** A change: a restore became overdue, or an overdue restore succeeded. */
    record Change(Restoring restoring, boolean overdue) {}

    /**
     * Checks all runs that are being restored.
     *
     * @param seen the runs, each with its pool and whether it is verified
     * @param away whether an Envoy of a pool is reported to hold something else. It is used for runs that ended
     *     overdue, such as at a person's request
     */
    List<Change> look(List<Seen> seen, Predicate<String> away, Instant now) {
        Map<String, Seen> byRun = new LinkedHashMap<>();
        seen.forEach(it -> byRun.put(it.run(), it));
        settled.retainAll(byRun.keySet());
        seen.stream().filter(it -> !settled.contains(it.run())).forEach(it -> {
            Restoring before = watched.get(it.run());
            boolean overdue = before != null && before.overdue() || raisedBefore.test(it);
            Instant since = before == null ? now : before.since();
            watched.put(it.run(), new Restoring(it.run(), it.pool(), it.verified(), since, overdue));
        });
        List<Change> changes = new ArrayList<>();
        for (Restoring restoring : List.copyOf(watched.values())) {
            boolean gone = !byRun.containsKey(restoring.run());
            boolean back = restoring.verified() || gone && (!restoring.overdue() || !away.test(restoring.pool()));
            if (back) {
                watched.remove(restoring.run());
                if (restoring.verified()) {
                    settled.add(restoring.run());
                }
                if (restoring.overdue()) {
                    changes.add(new Change(restoring, false));
                }
            } else if (!restoring.overdue()
                    && !restoring
                            .since()
                            .plus(allowed(byRun.get(restoring.run())))
                            .isAfter(now)) {
                watched.put(restoring.run(), restoring.nowOverdue());
                changes.add(new Change(restoring.nowOverdue(), true));
            }
        }
        return changes;
    }

    /** With few requests, the traffic shows the restore late, and the run ends by itself when it takes too long. */
    private Duration allowed(@Nullable Seen seen) {
        return seen != null && seen.undecided() ? within.plus(Restoration.UNDECIDED_FOR) : within;
    }

    /**
     * Observation of a run that is being restored.
     *
     * @param undecided whether every Envoy confirmed its baseline, and the traffic favours it but is not enough to show it
     */
    record Seen(String run, String pool, boolean verified, boolean undecided) {}

    /** The restores that are overdue now. */
    List<Restoring> overdue() {
        return watched.values().stream().filter(Restoring::overdue).toList();
    }
}
