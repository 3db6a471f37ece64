package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.search.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveWindowTest {
    private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");
    private static final Duration FIFTH = Duration.ofMillis(200);

    private LiveWindow window = LiveWindow.NONE;
    private Instant now = START;

    /** Adds a fifth of a second with this many requests. The slow ones took a second, and the others 10 ms. */
    private void tick(@Nullable Step step, int requests, int slow) {
        var counts = new TreeMap<Integer, Long>(Map.of(
                LatencyHistogram.bucketOf(Duration.ofMillis(10)),
                (long) requests - slow,
                LatencyHistogram.bucketOf(Duration.ofSeconds(1)),
                (long) slow));
        Instant from = now;
        now = now.plus(FIFTH);
        var tick = TestTick.of(from, now, requests)
                .latency(LatencyHistogram.of(counts, requests * 0.01))
                .pool(3.0 * requests)
                .tick();
        window = window.with(tick, step, 100, now);
    }

    private Step step(int number) {
        return Step.asked(number, number, Stage.REFINE, now, 90, Share.ofFraction(0.5), "for a test")
                .inEffectSince(now);
    }

    @Test
    void it_is_the_shortest_time_with_enough_requests() {
        for (int i = 0; i < 50; i++) {
            tick(null, i % 2 == 0 ? 8 : 26, 0);
        }

        assertThat(window.sum().completed()).isBetween(100.0, 126.0);
        assertThat(window.sum().seconds()).isBetween(1.19, 1.41);
        assertThat(window.sum().rps()).isBetween(80.0, 90.0);
    }

    @Test
    void a_tick_that_holds_enough_is_alone() {
        tick(null, 300, 0);
        tick(null, 200, 0);

        assertThat(window.sum().completed()).isEqualTo(200);
    }

    @Test
    void it_begins_anew_with_the_first_tick_of_a_step_in_effect() {
        tick(null, 17, 0);
        tick(null, 17, 0);
        Step asked = Step.asked(1, 1, Stage.RAMP, now, 90, Share.ofFraction(0.5), "for a test");
        tick(asked, 50, 0);
        assertThat(window.sum().completed()).isEqualTo(34);

        tick(asked.inEffectSince(now), 20, 0);
        assertThat(window.sum().completed()).isEqualTo(20);
        tick(step(1).ended(now, "over", true), 30, 0);
        assertThat(window.sum().completed()).isEqualTo(30);
    }

    @Test
    void a_percentile_of_too_few_requests_is_a_count_of_slow_ones() {
        for (int i = 0; i < 5; i++) {
            tick(null, 17, i == 0 ? 2 : 0);
        }
        TickSum few = window.sum();
        assertThat(few.meaningfulMs(0.99)).isNull();
        assertThat(few.meaningfulMs(0.5)).isCloseTo(10, within(2.0));
        assertThat(few.slowerThan(Duration.ofMillis(250))).isEqualTo(2);

        tick(null, 17, 0);
        assertThat(window.sum().meaningfulMs(0.99)).isGreaterThan(900);
    }

    @Test
    void a_rule_that_needs_more_requests_makes_it_longer() {
        var rule = new RuleSpec(
                "p999", "latency.p999 < duration(\"1s\")", Duration.ofSeconds(30), 1000, FailFor.ONCE, OnFail.BACK_OFF);

        assertThat(LiveWindow.enough(List.of())).isEqualTo(100);
        assertThat(LiveWindow.enough(List.of(rule))).isEqualTo(1000);
    }
}
