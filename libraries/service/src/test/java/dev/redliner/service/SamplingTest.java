package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingTest {
    @ParameterizedTest
    @CsvSource({
        "5, 1000",
        "94, 1000",
        "150, 1000",
        "199, 1000",
        "200, 500",
        "399, 500",
        "400, 250",
        "500, 200",
        "1000, 200",
        "20000, 200",
    })
    void is_as_frequent_as_a_reading_holds_100_requests(double rps, long millis) {
        assertThat(Sampling.DEFAULT.near(rps, 1)).isEqualTo(Duration.ofMillis(millis));
    }

    /** A rule that takes effect after several failures needs as many readings. */
    @ParameterizedTest
    @CsvSource({"20, 1000", "99, 1000", "100, 500", "125, 500", "199, 500", "200, 250", "250, 200", "1000, 200"})
    void is_twice_as_frequent_where_a_rule_must_fail_more_often(double rps, long millis) {
        assertThat(Sampling.DEFAULT.near(rps, 2)).isEqualTo(Duration.ofMillis(millis));
        assertThat(Sampling.DEFAULT.near(rps, 4)).isEqualTo(Duration.ofMillis(millis));
        assertThat(Sampling.DEFAULT.near(rps, 9)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void holds_fewer_than_200_requests_wherever_it_is_not_the_declared_shortest() {
        for (double rps = 100; rps < 500; rps++) {
            double requests = rps * Sampling.DEFAULT.near(rps, 1).toMillis() / 1_000;
            assertThat(requests).as("at %s rps", rps).isBetween(100.0, 200.0);
        }
    }

    @Test
    void stays_within_the_declared_intervals() {
        var half = Duration.ofMillis(500);
        assertThat(new Sampling(half, half).near(3, 1)).isEqualTo(half);
        assertThat(new Sampling(half, half).near(3_000, 1)).isEqualTo(half);
        var odd = new Sampling(Duration.ofSeconds(1), Duration.ofMillis(300));
        assertThat(odd.near(320, 1)).isEqualTo(half);
        assertThat(odd.near(340, 1)).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void is_the_longest_for_a_load_of_nothing() {
        assertThat(Sampling.DEFAULT.near(0, 1)).isEqualTo(Duration.ofSeconds(1));
    }
}
