package dev.redliner.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * A single slot.
 *
 * @param at the local date and time, in whole minutes
 */
public record Once(LocalDateTime at) implements Timing {
    public Once {
        if (!at.equals(at.truncatedTo(ChronoUnit.MINUTES))) {
            throw new IllegalArgumentException(at + " is not in whole minutes");
        }
    }

    @Override
    public List<LocalDateTime> slots(LocalDate date) {
        return at.toLocalDate().equals(date) ? List.of(at) : List.of();
    }

    @Override
    public LocalDate lastDate() {
        return at.toLocalDate();
    }
}
