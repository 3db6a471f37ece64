package dev.redliner.controller.restore;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Decides when a restore is overdue, and when an overdue restore succeeded. Pure: observations and the time are
 * parameters.
 */
final class RestoreWatch {
    private final Duration within;
    private final Map<String, Restoring> watched = new LinkedHashMap<>();

    /** @param within time after which a restore that was not verified is overdue */
    RestoreWatch(Duration within) {
        this.within = within;
    }

    /**
     * A run that restores its traffic.
     *
     * @param verified whether the traffic was seen to be restored
     */
    record Restoring(String run, String pool, boolean verified, Instant since, boolean overdue) {
        private Restoring again(boolean nowVerified) {
            return new Restoring(run, pool, nowVerified, since, overdue);
        }

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
        byRun.forEach((run, it) -> watched.merge(
                run,
                new Restoring(run, it.pool(), it.verified(), now, false),
                (before, fresh) -> before.again(fresh.verified())));
        List<Change> changes = new ArrayList<>();
        for (Restoring restoring : List.copyOf(watched.values())) {
            boolean gone = !byRun.containsKey(restoring.run());
            boolean back = restoring.verified() || gone && (!restoring.overdue() || !away.test(restoring.pool()));
            if (back) {
                watched.remove(restoring.run());
                if (restoring.overdue()) {
                    changes.add(new Change(restoring, false));
                }
            } else if (!restoring.overdue() && !restoring.since().plus(within).isAfter(now)) {
                watched.put(restoring.run(), restoring.nowOverdue());
                changes.add(new Change(restoring.nowOverdue(), true));
            }
        }
        return changes;
    }

    /** Observation of a run that is being restored. */
    record Seen(String run, String pool, boolean verified) {}

    /** The restores that are overdue now. */
    List<Restoring> overdue() {
        return watched.values().stream().filter(Restoring::overdue).toList();
    }
}
