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
    void the_end_of_the_earlier_life_belongs_to_it_also_if_it_comes_late() {
        assertThat(List.of(number(100, 1), number(50, 1), number(100, 2), number(50, 2), number(50, 3)))
                .containsExactly(1L, 2L, 1L, 2L, 2L);
    }

    @Test
    void of_two_reporters_of_one_name_only_the_newer_one_is_in_its_newest_life() {
        number(100, 1);
        number(200, 1);
        for (int sequence = 2; sequence < 20; sequence++) {
            assertThat(number(100, sequence)).isEqualTo(1);
            assertThat(number(200, sequence)).isEqualTo(2);
        }
    }

    @Test
    void a_batch_that_was_on_its_way_for_long_does_not_end_the_present_life() {
        number(200, 7);
        assertThat(number(100, 3)).isEqualTo(2);
        assertThat(List.of(number(200, 8), number(200, 9), number(200, 10), number(200, 11)))
                .containsExactly(1L, 1L, 3L, 3L);
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
