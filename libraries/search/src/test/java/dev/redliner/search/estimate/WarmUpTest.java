package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void drops_the_slow_start_of_a_host_that_is_cold() {
        assertThat(WarmUp.dropped(slowAtFirst(500))).hasSize(21);
    }

    @Test
    void keeps_a_slow_stretch_where_a_queue_lasts_as_long() {
        assertThat(WarmUp.dropped(slowAtFirst(10))).hasSize(30);
    }

    /** Thirty seconds, of which the first nine take twice as long. */
    private static List<CountInterval> slowAtFirst(double rps) {
        return IntStream.range(0, 30)
                .mapToObj(i -> second(i, rps).latency(i < 9 ? 0.2 : 0.1).build())
                .toList();
    }
}
