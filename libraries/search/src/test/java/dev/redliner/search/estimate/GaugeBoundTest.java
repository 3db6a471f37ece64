package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class GaugeBoundTest {
    private static final String KEY = "cpu/host.cpu";

    @Test
    void lies_where_the_line_through_the_highest_good_load_meets_the_limit() {
        GaugeBound bound = GaugeBound.of(
                        KEY,
                        List.of(
                                probe(50, 0.3, Outcome.GOOD),
                                probe(100, 0.4, Outcome.OPEN),
                                probe(150, 0.7, Outcome.BAD)))
                .orElseThrow();
        assertThat(bound.rule()).isEqualTo("cpu");
        assertThat(bound.load()).isCloseTo(200, within(1e-9));
        assertThat(bound.spread()).isCloseTo(0.02 + 0.15 * Math.log(2), within(1e-9));
    }

    @Test
    void a_redline_at_the_bound_is_above_or_below_it_with_equal_probability() {
        var bound = new GaugeBound("cpu", null, 200, 0.1);
        assertThat(bound.above(Math.log(200))).isEqualTo(0.5);
        // one standard deviation: 0.1587 of a normal distribution
        assertThat(bound.above(Math.log(200) + 0.1)).isCloseTo(0.1587, within(0.01));
        assertThat(bound.above(Math.log(200) - 0.1)).isCloseTo(0.8413, within(0.01));
    }

    @Test
    void a_value_below_a_quarter_of_its_limit_is_no_evidence() {
        assertThat(GaugeBound.of(KEY, List.of(probe(100, 0.19, Outcome.GOOD)))).isEmpty();
        assertThat(GaugeBound.of(KEY, List.of(probe(100, 0.21, Outcome.GOOD)))).isPresent();
        assertThat(GaugeBound.of("memory/host.memory", List.of(probe(100, 0.4, Outcome.GOOD))))
                .isEmpty();
    }

    private static ProbeResult probe(double load, double value, Outcome outcome) {
        return new PowerLawHost(1_000, 15)
                .probe(Stage.RAMP, load, 10, outcome, second -> second.gauge("cpu", value, 0.8));
    }
}
