package dev.redliner.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
    private Instant now = Instant.parse("2027-01-09T12:00:00Z");
    private final LoginThrottle throttle = new LoginThrottle(() -> now);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            throttle.failed("ana");
        }
    }

    @Test
    void after_some_failures_the_wait_doubles_up_to_a_minute() {
        fail(2);
        assertThat(throttle.wait("ana")).isZero();
        fail(1);
        assertThat(throttle.wait("ana")).isEqualTo(Duration.ofSeconds(1));
        fail(2);
        assertThat(throttle.wait("ana")).isEqualTo(Duration.ofSeconds(4));
        fail(100);
        assertThat(throttle.wait("ana")).isEqualTo(Duration.ofSeconds(60));
        assertThat(throttle.wait("bob")).isZero();
    }

    @Test
    void the_wait_ends_by_time_and_by_a_success() {
        fail(4);
        now = now.plusSeconds(2);
        assertThat(throttle.wait("ana")).isZero();
        fail(1);
        throttle.succeeded("ana");
        assertThat(throttle.wait("ana")).isZero();
        fail(1);
        assertThat(throttle.wait("ana")).isZero();
    }

    @Test
    void failures_are_forgotten() {
        fail(9);
        now = now.plusSeconds(60 + 15 * 60 + 1);
        fail(1);
        assertThat(throttle.wait("ana")).isZero();
    }

    @Test
    void names_without_number_do_not_fill_the_memory() {
        fail(9);
        assertThat(throttle.wait("ana")).isPositive();
        for (int i = 0; i < 10_000; i++) {
            throttle.failed("name-" + i);
        }
        assertThat(throttle.wait("ana"))
                .as("the oldest of 10,001 names is forgotten")
                .isZero();
    }
}
