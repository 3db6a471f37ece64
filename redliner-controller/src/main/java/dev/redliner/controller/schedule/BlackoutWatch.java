package dev.redliner.controller.schedule;

import dev.redliner.controller.engine.Runs;
import dev.redliner.schedule.BlackoutPeriod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ends the runs of schedules before a blackout begins. A run does not begin if it may last into a blackout, so this is
 * for blackouts that were declared while it was active.
 */
final class BlackoutWatch {
    /** The traffic must be back on its baseline when the blackout begins. */
    static final Duration LEAD = Duration.ofMinutes(1);

    /** Longer than any run, so that the firings of years need not be searched. */
    private static final Duration LONGEST_RUN = Duration.ofDays(2);

    private static final Duration AHEAD = Duration.ofDays(1);

    private final FiringTable firings;
    private final Runs runs;

    BlackoutWatch(FiringTable firings, Runs runs) {
        this.firings = firings;
        this.runs = runs;
    }

    /** Ends the runs whose blackout begins within the lead. Returns when the next one has to be ended. */
    Optional<Instant> apply(Map<String, ReadSchedule> schedules, Instant now) {
        var next = new ArrayList<Instant>();
        for (StoredFiring firing : firings.active(now.minus(LONGEST_RUN))) {
            String run = firing.run();
            if (run == null) {
                continue;
            }
            next(schedules.get(firing.schedule()), now).ifPresent(blackout -> {
                Instant end = blackout.from().minus(LEAD);
                if (end.isAfter(now)) {
                    next.add(end);
                } else {
                    runs.abort(
                            run,
                            firing.who(),
                            "a blackout (" + blackout.why() + ") lasts from " + blackout.from() + " until "
                                    + blackout.until());
                    next.add(now.plus(LEAD));
                }
            });
        }
        return next.stream().min(Comparator.naturalOrder());
    }

    /** The next blackout of the schedule that began a run; others of the service do not apply to it. */
    private static Optional<BlackoutPeriod> next(@Nullable ReadSchedule schedule, Instant now) {
        return Optional.ofNullable(schedule).flatMap(it -> it.definition().blackoutDuring(now, AHEAD));
    }
}
