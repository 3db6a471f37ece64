package dev.redliner.analyzer.intake;

import static dev.redliner.analyzer.judge.Traffic.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockCheckTest {
    private final ClockCheck check = new ClockCheck(Duration.ofSeconds(5));

    @Test
    void a_clock_may_be_off_by_as_much_as_is_allowed() {
        assertThat(check.skew(at(105), new Stamp(at(100), at(100), false, true)))
                .isEmpty();
        assertThat(check.skew(at(95), new Stamp(at(100), at(100), false, true))).isEmpty();
        assertThat(check.skew(at(105.1), new Stamp(at(100), at(105), false, true)))
                .contains(Duration.ofMillis(5_100));
        assertThat(check.skew(at(94.9), new Stamp(at(100), at(95), false, true)))
                .contains(Duration.ofMillis(-5_100));
    }

    @Test
    void what_is_read_again_is_old_and_not_wrong() {
        assertThat(check.skew(at(20), new Stamp(at(100), at(20), false, false))).isEmpty();
        assertThat(check.skew(at(400), new Stamp(at(100), at(400), false, false)))
                .isPresent();
    }

    @Test
    void the_brokers_time_decides_where_there_is_one() {
        assertThat(check.skew(at(20), new Stamp(at(100), at(20), true, true))).isEmpty();
        assertThat(check.skew(at(20), new Stamp(at(100), at(90), true, false))).isPresent();
    }
}
