package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RefusalLimitTest {
    private Instant now = Instant.parse("2027-01-09T12:00:00Z");
    private final RefusalLimit limit = new RefusalLimit(() -> now);

    private int admitted(String who, int times) {
        int admitted = 0;
        for (int i = 0; i < times; i++) {
            admitted += limit.admits(who) ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void each_caller_has_sixty_a_minute() {
        assertThat(admitted("vic", 100)).isEqualTo(60);
        assertThat(admitted("otto", 1)).isEqualTo(1);
        now = now.plusSeconds(60);
        assertThat(admitted("vic", 100)).isEqualTo(60);
    }

    @Test
    void callers_without_number_do_not_fill_the_memory() {
        assertThat(admitted("vic", 61)).isEqualTo(60);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limit.admits("caller-" + i)).isTrue();
        }
        assertThat(limit.admits("vic"))
                .as("the oldest of 1,001 callers is forgotten")
                .isTrue();
    }
}
