package dev.redliner.analyzer.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Finds reporters with a wrong clock. The broker's time is trusted most; without it the analyzer's is used, and then a
 * reporter that seems to be behind may be one whose batches were held up, which is no better. A producer's own time
 * says nothing of its clock.
 */
record ClockCheck(Duration most) {
    ClockCheck {
        if (most.isNegative() || most.isZero()) {
            throw new IllegalArgumentException("most " + most + " is not above zero");
        }
    }

    /** By how much the clock is ahead (above zero) or behind, if it is by more than it may. */
    Optional<Duration> skew(Instant time, Stamp stamp) {
        Duration ahead = Duration.between(stamp.byBroker() ? stamp.logged() : stamp.arrived(), time);
        boolean behindOnlyAsReadAgain = ahead.isNegative() && !stamp.byBroker() && !stamp.live();
        return ahead.abs().compareTo(most) > 0 && !behindOnlyAsReadAgain ? Optional.of(ahead) : Optional.empty();
    }
}
