package dev.redliner.analyzer.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistogramSumTest {
    @Test
    void adds_as_histograms_add_themselves() {
        long seed = 11;
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var sum = new HistogramSum();
        LatencyHistogram expected = LatencyHistogram.EMPTY;
        for (int i = 0; i < 50; i++) {
            var counts = new TreeMap<Integer, Long>();
            for (int n = random.nextInt(20); n > 0; n--) {
                counts.put(random.nextInt(LatencyHistogram.BUCKETS), 1L + random.nextInt(100));
            }
            LatencyHistogram histogram = LatencyHistogram.of(counts, counts.size());
            sum.add(histogram);
            expected = expected.plus(histogram);
        }

        assertThat(sum.total()).isEqualTo(expected);
    }
}
