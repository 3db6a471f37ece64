package dev.redliner.redirector.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class BurstTest {
    @Test
    void the_first_is_spoken_of_and_then_one_a_minute_with_the_count() {
        var burst = new Burst();
        Instant start = Instant.parse("2026-11-01T12:00:00Z");
        assertThat(burst.speaksFor(start)).isEqualTo(1);
        assertThat(burst.speaksFor(start.plusSeconds(1))).isZero();
        assertThat(burst.speaksFor(start.plusSeconds(59))).isZero();
        assertThat(burst.speaksFor(start.plusSeconds(60))).isEqualTo(3);
    }
}
