package dev.redliner.search.estimate;

import static dev.redliner.search.IntervalBuilder.second;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadGroupTest {
    /** Half of a second's load is that of the two seconds before. */
    private static final Criterion P99 = new Criterion("p99", "latency.p99", 0.01, 0.25);

    @Test
    void seconds_of_equal_load_are_together_the_lowest_first() {
        // 100 and 200 requests in turns: those of 100 meet 0.5 x 100 + 0.5 x 150
        LoadGroup[] groups = LoadGroup.of(probe(20, 0), P99, 0.25);
        assertThat(groups).hasSize(5);
        assertThat(Math.exp(groups[0].lnLoad())).isCloseTo(125, within(1e-6));
        assertThat(Math.exp(groups[4].lnLoad())).isCloseTo(175, within(1e-6));
        assertThat(groups[0].total()).isEqualTo(4 * 100);
        assertThat(groups[4].total()).isEqualTo(4 * 200);
    }

    @Test
    void a_second_counts_up_to_the_highest_fraction_only() {
        LoadGroup[] groups = LoadGroup.of(probe(20, 1), P99, 0.25);
        for (LoadGroup group : groups) {
            assertThat(group.bad()).isCloseTo(0.25 * group.total(), within(1e-9));
        }
        assertThat(LoadGroup.of(probe(20, 0.1), P99, 0.25)[0].bad()).isCloseTo(40, within(1e-9));
    }

    @Test
    void a_short_probe_has_a_group_for_each_second() {
        assertThat(LoadGroup.of(probe(3, 0), P99, 0.25)).hasSize(3);
    }

    private static ProbeResult probe(int seconds, double badFraction) {
        List<CountInterval> evidence = IntStream.range(0, seconds)
                .mapToObj(i -> i % 2 == 0 ? 100.0 : 200.0)
                .map(load -> second((int) (load / 100), load)
                        .bad(P99, badFraction * load)
                        .build())
                .toList();
        return ProbeResult.of(new Plan.Probe(1, 150, Stage.REFINE, ""), Outcome.OPEN, false, null, "", evidence);
    }
}
