package dev.redliner.controller.schedule;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** The order in which firings that wait are considered. Pure. */
final class FiringQueue {
    private FiringQueue() {}

    /**
     * A firing that waits.
     *
     * @param firing the firing
     * @param schedule its schedule
     * @param lastTried the end of the last run of its service, also of one that was refused; {@link Instant#MIN} if there
     *     is none
     */
    record Waiting(StoredFiring firing, ReadSchedule schedule, Instant lastTried) {
        int priority() {
            return schedule.definition().priority();
        }

        Instant dueAt() {
            return firing.dueAt();
        }
    }

    /**
     * The firings in order: the highest priority first, of these the one whose service had no run for the longest
     * time, and of these the one that waits longest. If a night is too short for all, other services are left out in the
     * next.
     */
    static List<Waiting> inOrder(List<Waiting> waiting) {
        return waiting.stream()
                .sorted(Comparator.comparing(Waiting::priority, Comparator.reverseOrder())
                        .thenComparing(Waiting::lastTried)
                        .thenComparing(Waiting::dueAt)
                        .thenComparing(it -> it.firing().schedule()))
                .toList();
    }
}
