package dev.redliner.controller.restore;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Decides when a restore has taken too long, and when it is good after all. Pure: what is seen and the time go in. */
final class RestoreWatch {
    private final Duration within;
    private final Map<String, Restoring> watched = new LinkedHashMap<>();

    /** @param within a restore that was not verified for longer is overdue */
    RestoreWatch(Duration within) {
        this.within = within;
    }

    /**
     * A run that puts its traffic back.
     *
     * @param verified whether the traffic was seen to be back
     */
    record Restoring(String run, String pool, boolean verified, Instant since, boolean overdue) {
        private Restoring again(boolean nowVerified) {
            return new Restoring(run, pool, nowVerified, since, overdue);
        }

        private Restoring nowOverdue() {
            return new Restoring(run, pool, verified, since, true);
        }
    }

    /** What changed: a restore became overdue, or one that was overdue is good after all. */
    record Change(Restoring restoring, boolean overdue) {}

    /**
     * Looks at all runs that are restoring.
     *
     * @param seen by run: its pool, and whether it is verified
     * @param away whether an Envoy of a pool is known to hold something else; asked for runs that ended overdue, such as
     *     on a person's word
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

    /** What is seen of a run in the state of restoring. */
    record Seen(String run, String pool, boolean verified) {}

    /** Those that are overdue now. */
    List<Restoring> overdue() {
        return watched.values().stream().filter(Restoring::overdue).toList();
    }
}
