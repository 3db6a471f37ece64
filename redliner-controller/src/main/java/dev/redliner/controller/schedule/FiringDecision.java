package dev.redliner.controller.schedule;

import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.Optional;

/** The decision about a firing that is due. */
sealed interface FiringDecision {
    /** Its run begins. */
    record Start() implements FiringDecision {}

    /**
     * Its run cannot begin yet.
     *
     * @param reason a sentence
     * @param until when it can begin as far as is known, not after the end of the firing's window; otherwise that end
     * @param known whether it was known when the reason ends
     */
    record Wait(String reason, Instant until, boolean known) implements FiringDecision {}

    /**
     * Its run does not begin.
     *
     * @param reason a sentence
     * @param intended whether the settings intend it: a pause, a cooldown, or a result that is still known
     */
    record Skip(String reason, boolean intended) implements FiringDecision {
        Skip(String reason) {
            this(reason, false);
        }
    }

    /**
     * Decides about a firing.
     *
     * @param paused whether its schedule is paused
     * @param beginBy a run that has not begun until then does not begin
     */
    static FiringDecision of(
            ScheduleDefinition schedule, boolean paused, Instant beginBy, Surroundings around, Instant now) {
        if (paused) {
            return new Skip("The schedule is paused.", true);
        }
        if (around.pause().isPresent()) {
            return new Skip(around.pause().get().words(), true);
        }
        ServiceRecord service = around.services().get(schedule.service());
        if (service == null) {
            return new Skip("No service that can be measured is called '" + schedule.service() + "'.");
        }
        Optional<String> stillKnown = schedule.onlyWhenNeeded()
                ? service.result().get().flatMap(result -> result.stillKnown(now))
                : Optional.empty();
        if (stillKnown.isPresent()) {
            return new Skip(stillKnown.get(), true);
        }
        Optional<Obstacle> obstacle = Obstacle.first(schedule, service, around, now);
        if (now.isAfter(beginBy)) {
            return new Skip("The window ended at " + beginBy + "."
                    + obstacle.map(it -> " " + it.reason()).orElse(""));
        }
        return obstacle.map(it -> waitOrSkip(it, beginBy)).orElseGet(Start::new);
    }

    private static FiringDecision waitOrSkip(Obstacle obstacle, Instant beginBy) {
        Instant until = obstacle.until().orElse(beginBy);
        return until.isAfter(beginBy)
                ? new Skip(obstacle.reason(), obstacle.intended())
                : new Wait(obstacle.reason(), until, obstacle.until().isPresent());
    }
}
