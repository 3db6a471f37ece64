package dev.redliner.analyzer.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.SampleBatch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReporterLivesTest {
    private final ReporterLives lives = new ReporterLives();

    @Test
    void a_restart_begins_a_new_life() {
        assertThat(List.of(number(100, 1), number(100, 2), number(200, 1), number(200, 2)))
                .containsExactly(1L, 1L, 2L, 2L);
    }

    @Test
    void a_restart_with_a_clock_that_was_set_back_begins_a_later_life_too() {
        assertThat(List.of(number(200, 1), number(100, 1), number(100, 2))).containsExactly(1L, 2L, 2L);
    }

    @Test
    void a_batch_that_comes_late_belongs_to_its_own_life() {
        assertThat(List.of(number(100, 1), number(100, 3), number(200, 1), number(100, 2), number(200, 2)))
                .containsExactly(1L, 1L, 2L, 1L, 2L);
    }

    @Test
    void a_batch_that_overtook_the_end_of_the_earlier_life_does_not_displace_the_later_one() {
        assertThat(List.of(number(100, 1), number(50, 1), number(100, 2), number(50, 2), number(50, 3)))
                .containsExactly(1L, 2L, 3L, 4L, 4L);
    }

    private long number(long epoch, long sequence) {
        return lives.numberOf(new SampleBatch(
                "shop",
                "a",
                "envoy",
                epoch,
                sequence,
                Traffic.START,
                Traffic.SECOND,
                Map.of(),
                Map.of(),
                Map.of(),
                List.of()));
    }
}
