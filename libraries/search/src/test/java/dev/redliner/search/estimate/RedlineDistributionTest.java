package dev.redliner.search.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedlineDistributionTest {
    private static final Criterion SLOW = new Criterion("p99", "latency.p99", 0.01, 0.25);
    private static final Criterion FAILED = new Criterion("errors", "error_rate", 0.001, 0);

    private final LoadGrid grid = LoadGrid.over(100, 200, 71);
    private final RedlineDistribution limits = new RedlineDistribution(grid);

    @Test
    void the_lowest_redline_is_above_a_load_where_all_are() {
        limits.add(SLOW, weights(20, 60));
        limits.add(FAILED, weights(40, 60));
        assertThat(limits.below()[19]).isZero();
        assertThat(limits.below()[20]).isCloseTo(0.5, within(1e-9));
        assertThat(limits.below()[40]).isCloseTo(0.75, within(1e-9));
        assertThat(limits.below()[60]).isCloseTo(1, within(1e-9));
    }

    @Test
    void two_rules_with_one_limit_are_evidence_once() {
        limits.add(SLOW, weights(20, 60));
        limits.add(
                new Criterion("p99-of-a-minute", SLOW.metric(), SLOW.allowed(), SLOW.limitSeconds()), weights(20, 50));
        assertThat(limits.below()[20]).isCloseTo(0.5, within(1e-9));
        assertThat(limits.below()[49]).isCloseTo(0.5, within(1e-9));
        assertThat(limits.below()[50]).isCloseTo(1, within(1e-9));
        assertThat(limits.limitingRule()).isEqualTo("p99");
    }

    @Test
    void the_rule_with_the_lowest_median_limits() {
        assertThat(limits.limitingRule()).isNull();
        limits.add(SLOW, weights(30, 31));
        assertThat(limits.limitingRule()).isEqualTo("p99");
        limits.add(FAILED, weights(10, 11));
        assertThat(limits.limitingRule()).isEqualTo("errors");
    }

    @Test
    void a_gauge_is_a_limit_like_a_rule_with_counts() {
        limits.add(new GaugeBound("cpu", null, Math.exp(grid.lnLoads()[35]), 0.02));
        assertThat(limits.limitingRule()).isEqualTo("cpu");
        assertThat(limits.below()[35]).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void a_quantile_lies_between_two_loads_by_their_probabilities() {
        double[] loads = {Math.log(100), Math.log(200)};
        assertThat(LoadGrid.quantile(loads, new double[] {0, 1}, 0.5)).isCloseTo(100 * Math.sqrt(2), within(1e-9));
        assertThat(LoadGrid.quantile(loads, new double[] {0.2, 0.6}, 0.3))
                .isCloseTo(100 * Math.pow(2, 0.25), within(1e-9));
    }

    @Test
    void a_host_of_a_set_has_its_own_redline_where_its_evidence_excludes_the_end_of_the_grid() {
        limits.add(of("a"), weights(20, 21));
        limits.add(of("b"), weights(50, grid.end()));
        List<ProbeResult> probes = List.of(probe(120, Outcome.GOOD), probe(140, Outcome.BAD));
        RedlineOfHost weak = limits.of("a", probes);
        assertThat(weak.limitsSet()).isTrue();
        assertThat(weak.shows()).isTrue();
        assertThat(weak.limitingRule()).isEqualTo("p99");
        assertThat(weak.carried()).isEqualTo(120);
        assertThat(weak.highest()).isEqualTo(140);
        assertThat(weak.seen(139)).isTrue();
        assertThat(weak.seen(141)).isFalse();
        assertThat(weak.estimate())
                .isEqualTo(weak.quantile(0.31))
                .isBetween(Math.exp(grid.lnLoads()[19]), Math.exp(grid.lnLoads()[20]));
        RedlineOfHost strong = limits.of("b", probes);
        assertThat(strong.limitsSet()).isFalse();
        assertThat(strong.shows()).isFalse();
        assertThat(strong.seen(110)).isFalse();
    }

    private static Criterion of(String host) {
        return new Criterion(SLOW.rule(), SLOW.metric(), SLOW.allowed(), SLOW.limitSeconds(), host);
    }

    private static ProbeResult probe(double load, Outcome outcome) {
        return new PowerLawHost(150, 15).probe(Stage.RAMP, load, 10, outcome, second -> second.host("a", load)
                .host("b", load));
    }

    /** Half of the weight in each of two cells. */
    private double[] weights(int one, int other) {
        double[] weights = new double[grid.lnLoads().length];
        weights[one] = 0.5;
        weights[other] = 0.5;
        return weights;
    }
}
