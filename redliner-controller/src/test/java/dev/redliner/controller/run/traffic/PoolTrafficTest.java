package dev.redliner.controller.run.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.ShopWorld;
import dev.redliner.controller.run.TickVariants;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolTrafficTest {
    private static final Instant START = ShopWorld.START;
    private static final double RPS = 5_000;

    private static PoolTraffic after(int seconds, IntToDoubleFunction rps) {
        return then(PoolTraffic.UNKNOWN, 0, seconds, rps);
    }

    private static PoolTraffic then(PoolTraffic before, int from, int to, IntToDoubleFunction rps) {
        PoolTraffic traffic = before;
        for (int i = from; i < to; i++) {
            traffic = traffic.with(tick(START.plusSeconds(i), Duration.ofSeconds(1), rps.applyAsDouble(i)));
        }
        return traffic;
    }

    private static Tick tick(Instant from, Duration length, double rps) {
        double seconds = length.toMillis() / 1000.0;
        return TickVariants.since(
                from,
                Shop.verdict("shop-1", from.plus(length), 0.2 * rps * seconds, rps * seconds)
                        .tick());
    }

    /** Independent arrivals. */
    private static IntToDoubleFunction arriving(IntToDoubleFunction rps, long seed) {
        var chance = new Random(seed);
        return i -> rps.applyAsDouble(i) + Math.sqrt(rps.applyAsDouble(i)) * chance.nextGaussian();
    }

    /** Seconds that resemble the previous one: an autoregressive noise of 10%, with a memory of seven seconds. */
    private static IntToDoubleFunction swinging(long seed) {
        var chance = new Random(seed);
        double[] swing = {0};
        return i -> {
            swing[0] = 0.87 * swing[0] + 0.1 * Math.sqrt(1 - 0.87 * 0.87) * chance.nextGaussian();
            return RPS * (1 + swing[0]);
        };
    }

    @Test
    void nothing_is_known_before_anything_was_seen_or_while_nothing_is_requested() {
        assertThat(PoolTraffic.UNKNOWN.rps()).isEmpty();
        assertThat(PoolTraffic.UNKNOWN.sutRps()).isEmpty();
        assertThat(after(20, i -> 0).rps()).isEmpty();
    }

    @Test
    void more_traffic_is_believed_after_ten_seconds_and_what_was_before_forgotten() {
        PoolTraffic before = after(120, arriving(i -> RPS, 1));
        assertThat(before.rps().orElseThrow()).isBetween(0.99 * RPS, 1.01 * RPS);
        PoolTraffic grown = then(before, 120, 130, arriving(i -> 1.2 * RPS, 2));
        assertThat(grown.rps().orElseThrow()).isBetween(1.17 * RPS, 1.22 * RPS);
        PoolTraffic later = then(grown, 130, 150, arriving(i -> 1.2 * RPS, 3));
        assertThat(later.rps().orElseThrow()).isBetween(1.18 * RPS, 1.22 * RPS);
    }

    @Test
    void less_traffic_is_believed_after_twenty_seconds() {
        PoolTraffic before = after(120, arriving(i -> RPS, 1));
        PoolTraffic soon = then(before, 120, 132, arriving(i -> 0.7 * RPS, 2));
        assertThat(soon.rps().orElseThrow())
                .as("a larger share of it would be too much if it came back")
                .isGreaterThan(0.8 * RPS);
        PoolTraffic later = then(soon, 132, 145, arriving(i -> 0.7 * RPS, 3));
        assertThat(later.rps().orElseThrow()).isBetween(0.68 * RPS, 0.75 * RPS);
    }

    @Test
    void traffic_that_comes_back_after_a_lull_is_reckoned_with_within_seconds() {
        PoolTraffic lull = then(after(120, arriving(i -> RPS, 1)), 120, 145, arriving(i -> 0.4 * RPS, 2));
        assertThat(lull.rps().orElseThrow()).isBetween(0.38 * RPS, 0.42 * RPS);
        PoolTraffic back = then(lull, 145, 149, arriving(i -> RPS, 3));
        assertThat(back.rps().orElseThrow()).isGreaterThan(0.8 * RPS);
        assertThat(then(back, 149, 153, arriving(i -> RPS, 4)).rps().orElseThrow())
                .isBetween(0.95 * RPS, 1.05 * RPS);
    }

    @Test
    void so_it_is_where_traffic_swings() {
        int tooLow = 0;
        for (long seed = 1; seed <= 100; seed++) {
            IntToDoubleFunction rps = swinging(seed);
            PoolTraffic lull = then(after(120, rps), 120, 160, i -> 0.5 * rps.applyAsDouble(i));
            tooLow += then(lull, 160, 166, rps).rps().orElseThrow() < 0.85 * RPS ? 1 : 0;
        }
        assertThat(tooLow).as("of a hundred, six seconds later").isLessThan(20);
    }

    @Test
    void traffic_that_may_only_seem_to_be_less_is_not_believed_to_be() {
        PoolTraffic traffic = after(120, arriving(i -> RPS, 1));
        for (int i = 120; i < 165; i++) {
            traffic = traffic.with(TickVariants.partial(tick(START.plusSeconds(i), Duration.ofSeconds(1), 0.7 * RPS)));
            assertThat(traffic.whole()).isFalse();
            assertThat(traffic.rps().orElseThrow()).isGreaterThan(0.98 * RPS);
        }
    }

    @Test
    void an_envoy_whose_counts_are_missing_now_and_then_does_not_lower_it() {
        PoolTraffic traffic = PoolTraffic.UNKNOWN;
        for (int i = 0; i < 120; i++) {
            Tick tick = tick(START.plusSeconds(i), Duration.ofSeconds(1), i % 2 == 0 ? RPS : 0.7 * RPS);
            traffic = traffic.with(i % 2 == 0 ? tick : TickVariants.partial(tick));
        }
        assertThat(traffic.rps().orElseThrow()).isBetween(0.98 * RPS, 1.02 * RPS);
    }

    @Test
    void nothing_that_was_before_a_silence_is_left_after_it() {
        PoolTraffic traffic = after(60, arriving(i -> RPS, 1));
        PoolTraffic later = then(traffic, 200, 203, i -> 2 * RPS);
        assertThat(later.rps().orElseThrow()).isEqualTo(2 * RPS);
    }

    @Test
    void a_swing_of_some_seconds_is_no_change_of_the_traffic() {
        double squares = 0;
        double shortSquares = 0;
        int tooLow = 0;
        int shortTooLow = 0;
        for (long seed = 1; seed <= 40; seed++) {
            IntToDoubleFunction rps = swinging(seed);
            PoolTraffic traffic = after(60, rps);
            for (int i = 60; i < 240; i += 5) {
                traffic = then(traffic, i, i + 5, rps);
                double off = traffic.rps().orElseThrow() / RPS - 1;
                double shortOff = traffic.sutRps().orElseThrow() / 0.2 / RPS - 1;
                squares += off * off;
                shortSquares += shortOff * shortOff;
                tooLow += off < -0.1 ? 1 : 0;
                shortTooLow += shortOff < -0.1 ? 1 : 0;
            }
        }
        assertThat(Math.sqrt(squares / shortSquares))
                .as("error, in those of the last ten seconds' mean")
                .isLessThan(0.9);
        assertThat(tooLow)
                .as(
                        "so low that the share would be a tenth too large, of %d times that the last ten seconds are",
                        shortTooLow)
                .isLessThan(shortTooLow / 2);
    }

    @Test
    void a_slow_drift_is_followed() {
        PoolTraffic traffic = after(300, arriving(i -> RPS * (1 + 0.001 * i), 1));
        assertThat(traffic.rps().orElseThrow()).isBetween(0.95 * 1.3 * RPS, 1.01 * 1.3 * RPS);
    }

    @ParameterizedTest
    @ValueSource(longs = {200, 500, 1_000, 2_000, 5_000, 10_000})
    void a_rise_is_seen_after_ten_seconds_whatever_the_sampling(long millis) {
        var chance = new Random(4);
        PoolTraffic traffic = PoolTraffic.UNKNOWN;
        for (long at = 0; at < 130_000; at += millis) {
            double rps = (at < 120_000 ? RPS : 1.3 * RPS) + Math.sqrt(RPS * 1000.0 / millis) * chance.nextGaussian();
            traffic = traffic.with(tick(START.plusMillis(at), Duration.ofMillis(millis), rps));
        }
        assertThat(traffic.slices()).hasSizeLessThanOrEqualTo(62);
        assertThat(traffic.rps().orElseThrow()).isBetween(1.25 * RPS, 1.33 * RPS);
        assertThat(traffic.sutRps().orElseThrow()).isBetween(0.24 * RPS, 0.28 * RPS);
    }
}
