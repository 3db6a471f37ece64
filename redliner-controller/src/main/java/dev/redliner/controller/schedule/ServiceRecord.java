package dev.redliner.controller.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A service as far as it decides about firings.
 *
 * @param name its name
 * @param dependsOn its dependencies
 * @param maxDuration how long a run may take until it begins to restore
 * @param lastEnded the end of its last run that was not refused; empty if there is none
 * @param lastTried the end of its last run, also of one that was refused; empty if there is none
 * @param failures its newest runs that ended without a result, without one that completed between them
 * @param lastFailure the last of these; empty if there is none
 * @param harm the harm of its runs of the last seven days; read only if a schedule of the service has a budget
 * @param weeklyHarm the lowest budget for the harm of seven days of its schedules; null: none has one
 * @param result its newest redline; empty if there is none; read only for schedules that measure when it is needed
 */
record ServiceRecord(
        String name,
        List<String> dependsOn,
        Duration maxDuration,
        Optional<Instant> lastEnded,
        Optional<Instant> lastTried,
        int failures,
        Optional<Ended> lastFailure,
        Supplier<List<RunHarm>> harm,
        @Nullable WeeklyHarm weeklyHarm,
        Supplier<Optional<LastResult>> result) {
    ServiceRecord {
        dependsOn = List.copyOf(dependsOn);
    }

    /**
     * The service after a run that began at an instant, took the longest time that its limits allow, and measured the
     * redline of the run before. Without an earlier redline, the precision of the next is not known, so that every run is
     * needed.
     */
    ServiceRecord measured(Instant begun) {
        Instant ended = begun.plus(maxDuration);
        return new ServiceRecord(
                name,
                dependsOn,
                maxDuration,
                Optional.of(ended),
                Optional.of(ended),
                0,
                Optional.empty(),
                harm,
                weeklyHarm,
                () -> result.get().map(last -> new LastResult("the run before", ended, last.redline(), 0)));
    }

    /** A run that is over. */
    record Ended(String run, Instant at) {}
}
