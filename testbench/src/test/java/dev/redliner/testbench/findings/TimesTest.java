package dev.redliner.testbench.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimesTest {
    @Test
    void of_no_times_there_are_no_figures() {
        assertThat(new Times().figures()).isEqualTo(new Times.Figures(0, 0, 0, 0));
    }

    @Test
    void half_of_them_do_not_exceed_the_median_and_none_the_worst() {
        var times = new Times();
        IntStream.rangeClosed(1, 200)
                .map(second -> 201 - second)
                .forEach(second -> times.add(Duration.ofSeconds(second)));
        assertThat(times.figures()).isEqualTo(new Times.Figures(200, 100, 198, 200));
    }

    @Test
    void what_several_threads_found_is_added_up() {
        var one = new Times();
        one.add(List.of(3.5));
        var other = new Times();
        other.add(List.of(1.5, 2.5));
        one.add(other);
        assertThat(one.figures()).isEqualTo(new Times.Figures(3, 2.5, 3.5, 3.5));
        var tally = new Tally<String>();
        tally.add(List.of("b", "a", "b"));
        var more = new Tally<String>();
        more.add(List.of("b", "c"));
        tally.add(more);
        assertThat(tally.counts()).isEqualTo(Map.of("a", 1L, "b", 3L, "c", 1L));
    }
}
