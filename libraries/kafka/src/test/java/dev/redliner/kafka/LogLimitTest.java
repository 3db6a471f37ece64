package dev.redliner.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LogLimitTest {
    @Test
    void the_first_event_is_logged_and_then_one_line_a_minute_with_the_count() {
        var limit = new LogLimit();
        Instant start = Instant.parse("2026-11-01T12:00:00Z");
        assertThat(limit.next(start)).hasValue(1);
        assertThat(limit.next(start.plusSeconds(1))).isEmpty();
        assertThat(limit.next(start.plusSeconds(59))).isEmpty();
        assertThat(limit.next(start.plusSeconds(60))).hasValue(3);
    }
}
