package dev.redliner.collector.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DueTimesTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"0, 200, 200", "1, 200, 200", "199, 200, 200", "200, 200, 400", "2300, 1000, 3000", "2300, 5000, 5000"})
    void due_times_are_multiples_of_the_interval(long nowMs, long intervalMs, long dueMs) {
        assertThat(DueTimes.after(NOON.plusMillis(nowMs), Duration.ofMillis(intervalMs)))
                .isEqualTo(NOON.plusMillis(dueMs));
    }

    @Test
    void a_read_that_begins_late_is_for_the_last_due_time_that_passed() {
        Duration second = Duration.ofSeconds(1);
        assertThat(DueTimes.of(NOON, NOON.plusMillis(999), second)).isEqualTo(NOON);
        assertThat(DueTimes.of(NOON, NOON.plusMillis(7_300), second)).isEqualTo(NOON.plusSeconds(7));
    }

    @ParameterizedTest
    @CsvSource({"100, 150", "200, 150", "1000, 600", "5000, 1000"})
    void a_source_may_take_a_part_of_the_interval(long intervalMs, long limitMs) {
        assertThat(DueTimes.limitOf(Duration.ofMillis(intervalMs))).isEqualTo(Duration.ofMillis(limitMs));
    }
}
