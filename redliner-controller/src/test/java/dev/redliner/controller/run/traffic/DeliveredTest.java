package dev.redliner.controller.run.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.run.RestorationTest;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveredTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
    private static final double SLACK = 0.03;

    private static Delivered seconds(Delivered before, int seconds, double share, double sut, double pool) {
        Delivered sum = before;
        for (int i = 0; i < seconds; i++) {
            sum = sum.plus(RestorationTest.tick(START.plusSeconds(i), sut, pool), Share.ofFraction(share));
        }
        return sum;
    }

    /** Five seconds and 500 requests. */
    @ParameterizedTest
    @CsvSource({"5, 100, true", "4, 1000, false", "5, 99, false"})
    void few_requests_are_not_judged(int seconds, double pool, boolean enough) {
        assertThat(seconds(Delivered.NONE, seconds, 0.25, 0.25 * pool, pool).enough())
                .isEqualTo(enough);
    }

    @Test
    void the_asked_share_is_the_one_of_all_requests() {
        Delivered small = seconds(Delivered.NONE, 10, 0.1, 10, 100);
        Delivered both = seconds(small, 10, 0.5, 450, 900);
        assertThat(both.dueShare()).isEqualTo(0.46);
        assertThat(both.share()).isEqualTo(0.46);
        assertThat(both.seconds()).isEqualTo(20);
    }

    /** A quarter of 10,000 requests is 2,500, with a slack of 75 and a chance of four times 43. */
    @ParameterizedTest
    @CsvSource({"2740, 1, true", "2255, 1, true", "2255, 4, true", "2760, 1, false", "2240, 1, false", "2240, 4, true"})
    void a_share_may_be_off_by_its_slack_and_by_chance(double sut, double dispersion, boolean obeyed) {
        Delivered delivered = seconds(Delivered.NONE, 10, 0.25, sut / 10, 1_000);
        assertThat(delivered.obeyed(SLACK, dispersion)).isEqualTo(obeyed);
    }

    @Test
    void without_traffic_nothing_was_obeyed() {
        assertThat(Delivered.NONE.obeyed(SLACK, 1)).isFalse();
    }
}
