package dev.redliner.analyzer.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Detects reporters with a wrong clock. The broker's time is the most reliable reference. Without it, the analyzer's
 * time is used; a reporter that appears to be behind may then be one with delayed batches, which is no better. A
 * timestamp set by the producer gives no information about the producer's clock.
 */
record ClockCheck(Duration most) {
    ClockCheck {
        if (most.isNegative() || most.isZero()) {
            throw new IllegalArgumentException("most " + most + " is not above zero");
        }
    }

    /** The clock's lead (above zero) or lag (below zero), if it exceeds the allowed skew. */
    Optional<Duration> skew(Instant time, Stamp stamp) {
        Duration ahead = Duration.between(stamp.byBroker() ? stamp.logged() : stamp.arrived(), time);
        boolean behindOnlyAsReadAgain = ahead.isNegative() && !stamp.byBroker() && !stamp.live();
        return ahead.abs().compareTo(most) > 0 && !behindOnlyAsReadAgain ? Optional.of(ahead) : Optional.empty();
    }
}
