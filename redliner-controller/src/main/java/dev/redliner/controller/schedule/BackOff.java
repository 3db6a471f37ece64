package dev.redliner.controller.schedule;

import dev.redliner.schedule.Jitter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The pause after runs that ended without a result, whoever or whatever ended them: 30 minutes after the first, twice as
 * long after each further one, 12 hours at most, and up to a fifth longer by chance. A daily schedule therefore tries
 * again on the next day. A run that completes ends the series.
 */
final class BackOff {
    private static final Duration FIRST = Duration.ofMinutes(30);
    private static final Duration LONGEST = Duration.ofHours(12);
    private static final double SPREAD = 0.2;
    private static final int DOUBLINGS = 10;

    private BackOff() {}

    /** The end of the pause; empty if the last run completed, or there is none. */
    static Optional<Instant> until(ServiceRecord service) {
        return service.lastFailure().map(last -> last.at().plus(pause(service.failures(), last.run())));
    }

    private static Duration pause(int failures, String run) {
        Duration pause = FIRST.multipliedBy(1L << Math.min(Math.max(failures, 1) - 1, DOUBLINGS));
        Duration bounded = pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
        return bounded.plusSeconds((long) (bounded.toSeconds() * SPREAD * Jitter.fraction(run)));
    }
}
