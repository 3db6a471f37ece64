package dev.redliner.schedule;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/**
 * No slots of its own: a run is due after each deploy of the service.
 *
 * @param settle how long after a deploy the run is due, so that the new version is warm
 */
public record OnDeploy(Duration settle) implements Timing {
    static final Duration USUAL_SETTLE = Duration.ofMinutes(15);
    static final Duration MOST_SETTLE = Duration.ofHours(24);

    public OnDeploy {
        if (settle.isNegative() || settle.compareTo(MOST_SETTLE) > 0) {
            throw new IllegalArgumentException("settle " + settle + " is not within 0 s to 24 h");
        }
    }

    @Override
    public List<LocalDateTime> slots(LocalDate date) {
        return List.of();
    }

    @Override
    public LocalDate lastDate() {
        return LocalDate.MIN;
    }
}
