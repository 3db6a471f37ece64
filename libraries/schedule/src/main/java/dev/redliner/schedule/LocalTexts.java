package dev.redliner.schedule;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Optional;

/** Local times as texts (ISO 8601), in whole minutes. A text in no valid notation results in empty. */
final class LocalTexts {
    private LocalTexts() {}

    static Optional<LocalDateTime> dateTime(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text)).filter(it -> it.getSecond() == 0 && it.getNano() == 0);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    static Optional<LocalTime> time(String text) {
        try {
            return text.matches("[0-9]{2}:[0-9]{2}") ? Optional.of(LocalTime.parse(text)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
