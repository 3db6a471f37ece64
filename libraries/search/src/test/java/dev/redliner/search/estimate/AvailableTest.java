package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AvailableTest {
    private Available available = Available.of(42);
    private int seconds;

    private void see(double... loads) {
        for (double load : loads) {
            available =
                    available.with(second(seconds++, load / 2).available(load).build());
        }
    }

    @Test
    void is_what_was_expected_before_the_first_second() {
        assertThat(available.rps()).isEqualTo(42);
    }

    @Test
    void is_that_of_the_last_second_where_one_holds_enough_requests() {
        see(1_500, 1_200);
        assertThat(available.rps()).isEqualTo(1_200);
    }

    @Test
    void is_the_mean_of_as_many_seconds_as_hold_a_thousand_requests() {
        see(900, 300, 500, 400);
        assertThat(available.rps()).isCloseTo(400, within(1e-9));
    }

    @Test
    void forgets_what_is_older_than_a_minute() {
        for (int i = 0; i < 30; i++) {
            see(2);
        }
        for (int i = 0; i < 60; i++) {
            see(10);
        }
        assertThat(available.rps()).isCloseTo(10, within(1e-9));
    }

    @Test
    void a_second_without_traffic_says_nothing_of_later() {
        see(400, 600, 0, 0);
        assertThat(available.rps()).isCloseTo(500, within(1e-9));
    }
}
