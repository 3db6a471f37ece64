package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.counts;
import static dev.redliner.analyzer.judge.Traffic.host;
import static dev.redliner.analyzer.judge.Traffic.ofTwo;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.watch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The value of a gauge in the tick alone, beside that over the window of its rule. */
class TickValueTest {
    private static final Duration FAST = Duration.ofMillis(50);
    private static final Duration SLOW = Duration.ofMillis(300);
    private static final String CONNECTIONS = "app.connections";

    private static RuleSpec ofAMinute(String pass) {
        return rule("minute", pass).over(Duration.ofSeconds(60));
    }

    private static Criterion criterion(Desk desk, int index) {
        return desk.lastRule().criteria().get(index);
    }

    private static double tickValue(Desk desk, int index) {
        return Objects.requireNonNull(criterion(desk, index).tickValue());
    }

    @Test
    void a_gauge_has_no_earlier_load() {
        var desk = new Desk().watch(watch(0, ofAMinute("app.connections <= 52.0 && jvm.gc.count <= 3.0")), at(0));
        for (int second = 1; second <= 12; second++) {
            desk.take(host("a", second, Map.of(CONNECTIONS, second <= 10 ? 20.0 : 50.0)))
                    .steady(second, second, FAST);
        }
        assertThat(criterion(desk, 0).value()).isCloseTo(25, within(1e-9));
        assertThat(tickValue(desk, 0)).isEqualTo(50);
        assertThat(tickValue(desk, 1)).as("a counter, per second").isEqualTo(2);
    }

    @Test
    void the_last_reading_counts_for_some_seconds() {
        var desk = new Desk().watch(watch(0, ofAMinute("app.connections <= 52.0")), at(0));
        for (int second = 1; second <= 12; second++) {
            desk.take(host("a", second, Map.of(CONNECTIONS, (double) second))).steady(second, second, FAST);
        }
        desk.steady(13, 14, FAST);
        assertThat(tickValue(desk, 0)).isEqualTo(12);
        desk.steady(15, 15, FAST);
        assertThat(criterion(desk, 0).tickValue()).isNull();
        assertThat(criterion(desk, 0).value()).as("over the window").isNotNull();
    }

    @Test
    void a_metric_of_requests_is_of_the_tick_too() {
        var desk = new Desk()
                .watch(watch(0, ofAMinute("latency.mean <= duration(\"200ms\") && errors <= 100.0")), at(0))
                .steady(1, 11, FAST)
                .steady(12, 12, SLOW);
        assertThat(criterion(desk, 0).value()).isLessThan(0.1);
        assertThat(tickValue(desk, 0)).isCloseTo(0.3, within(1e-3));
        assertThat(criterion(desk, 1).value()).isEqualTo(12);
        assertThat(tickValue(desk, 1)).as("as many as in a whole window").isCloseTo(60, within(1e-6));
    }

    @Test
    void each_host_of_a_set_has_its_own() {
        Watch two = ofTwo(ofAMinute("app.connections <= 52.0"));
        var desk = new Desk().watch(two, at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(
                    host("a", second, Map.of(CONNECTIONS, 10.0 * second)),
                    host("d", second, Map.of(CONNECTIONS, 1.0 * second)),
                    counts("a", second, 100, 0, FAST),
                    counts("d", second, 100, 0, FAST),
                    peers(second));
        }
        assertThat(desk.lastRule().criteria()).extracting(Criterion::host).containsExactly("a", "d");
        assertThat(desk.lastRule().criteria()).extracting(Criterion::tickValue).containsExactly(40.0, 4.0);
    }

    @Test
    void other_comparisons_have_none() {
        RuleSpec others = rule("others", "max.app.connections <= 52.0 && latency.p99 <= duration(\"200ms\")");
        var desk = new Desk().watch(watch(0, others), at(0));
        for (int second = 1; second <= 4; second++) {
            desk.take(host("a", second, Map.of(CONNECTIONS, 20.0))).steady(second, second, FAST);
        }
        assertThat(desk.lastRule().criteria()).extracting(Criterion::value).doesNotContainNull();
        assertThat(desk.lastRule().criteria()).extracting(Criterion::tickValue).containsOnlyNulls();
    }
}
