package dev.redliner.search.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ArrivalTimesTest {
    private static final double BATCH = 2;

    private final SplittableRandom chance = new SplittableRandom(11);

    @Test
    void all_requests_arrive_within_the_interval() {
        for (int requests : new int[] {0, 1, 2, 90}) {
            assertThat(times(requests)).hasSize(requests).allMatch(time -> time > 3 && time < 3.5);
        }
    }

    @Test
    void the_last_batch_is_no_larger_than_the_others() {
        double first = 0;
        double last = 0;
        double all = 0;
        double batches = 0;
        int seconds = 4_000;
        for (int i = 0; i < seconds; i++) {
            var sizes = new TreeMap<Double, Integer>();
            times(90).forEach(time -> sizes.merge(time, 1, Integer::sum));
            first += sizes.firstEntry().getValue();
            last += sizes.lastEntry().getValue();
            all += 90;
            batches += sizes.size();
        }
        assertThat(all / batches).isCloseTo(BATCH, within(0.05));
        assertThat(first / seconds).isCloseTo(BATCH, within(0.1));
        assertThat(last / seconds).isCloseTo(BATCH, within(0.1));
    }

    private List<Double> times(int requests) {
        var times = new ArrayList<Double>();
        new ArrivalTimes(BATCH).draw(3, 0.5, requests, chance, (time, work) -> times.add(time));
        return times;
    }
}
