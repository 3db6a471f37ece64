package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.ShopWorld;
import dev.redliner.controller.run.TestTick;
import dev.redliner.search.CountInterval.Gauge;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The plain values that the search receives. Over the window of the rule, the value is 20. */
class EvidenceTest {
    private static Verdict verdict(int tick, OnFail onFail, @Nullable Double tickValue) {
        var criterion = new Criterion(
                Criterion.Kind.GAUGE,
                "app.connections",
                "app.connections <= 52.0",
                20.0,
                52.0,
                0,
                0,
                0,
                null,
                tickValue);
        var rule = new RuleVerdict("pool", Outcome.PASS, false, onFail, List.of(criterion), null);
        Instant to = ShopWorld.START.plusMillis(500L * tick);
        return new Verdict(
                "shop-1",
                "shop",
                to,
                to,
                List.of(rule),
                TestTick.of(to.minusMillis(500), to, 50).pool(500).tick(),
                Map.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    private static List<Gauge> gauges(OnFail onFail, @Nullable Double first, @Nullable Double second) {
        return Evidence.NONE
                .plus(verdict(1, onFail, first))
                .plus(verdict(2, onFail, second))
                .second(Shop.SERVICE.pool())
                .orElseThrow()
                .gauges();
    }

    private static List<Double> values(@Nullable Double first, @Nullable Double second) {
        return gauges(OnFail.BACK_OFF, first, second).stream().map(Gauge::value).toList();
    }

    @Test
    void a_gauge_is_the_mean_of_the_ticks_and_has_no_earlier_load() {
        assertThat(values(48.0, 52.0)).containsExactly(50.0);
        assertThat(values(48.0, null)).as("read less often than a tick").containsExactly(48.0);
        assertThat(gauges(OnFail.STOP, 48.0, 52.0)).isEmpty();
    }

    @Test
    void a_second_has_no_tick_from_before_one_that_is_missing() {
        Evidence late = Evidence.NONE.plus(verdict(1, OnFail.BACK_OFF, null)).plus(verdict(3, OnFail.BACK_OFF, null));
        assertThat(late.ticks()).hasSize(1);
        assertThat(late.second(Shop.SERVICE.pool())).isEmpty();
        assertThat(late.plus(verdict(4, OnFail.BACK_OFF, null)).ticks()).hasSize(2);
    }

    @Test
    void a_gauge_of_an_older_analyzer_is_that_of_the_window() {
        assertThat(values(null, null)).containsExactly(20.0);
    }
}
