package dev.redliner.collector.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.envoy.EnvoyStats;
import dev.redliner.contracts.traffic.EnvoyMinute;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnvoyCounterTest {
    private static final long MINUTE = Instant.parse("2026-11-20T12:00:00Z").getEpochSecond();
    private static final Map<String, Set<String>> SHOP = Map.of("shop", Set.of("shop-sut", "shop-rest"));

    private final EnvoyCounter counter = new EnvoyCounter("collector@a", "127.0.0.1:9901");
    private final List<EnvoyMinute> over = new ArrayList<>();
    private long total = 1_000;

    @Test
    void a_minute_is_handed_over_once_its_last_second_was_read() {
        counter.follow(SHOP);
        for (long second = MINUTE; second <= MINUTE + 60; second++) {
            second(second, 0);
        }
        // the second before the minute started the previous minute
        assertThat(over).hasSize(1);
        counter.turn(MINUTE + 61, "edge-1").forEach(over::add);
        assertThat(over).hasSize(2);
        EnvoyMinute minute = over.get(1);
        assertThat(minute.start()).isEqualTo(Instant.ofEpochSecond(MINUTE));
        assertThat(minute.envoy()).isEqualTo("127.0.0.1:9901");
        assertThat(minute.counts().counted()).isEqualTo(60);
        assertThat(minute.counts().known()).containsOnly(110L);
    }

    @Test
    void a_missed_read_makes_both_seconds_around_it_gaps() {
        assertThat(gapsOf(second -> second == MINUTE + 20, 0)).containsExactly(19, 20);
    }

    @Test
    void a_read_that_comes_late_makes_both_seconds_around_it_gaps() {
        assertThat(gapsOf(second -> false, 150)).containsExactly(29, 30);
        assertThat(gapsOf(second -> false, 50)).isEmpty();
    }

    @Test
    void a_restarted_envoy_is_a_gap_and_never_a_negative_count() {
        counter.follow(SHOP);
        for (long second = MINUTE; second <= MINUTE + 61; second++) {
            if (second == MINUTE + 40) {
                total = 0;
            }
            second(second, 0);
        }
        assertThat(gaps(over.get(1))).containsExactly(39);
    }

    @Test
    void a_pool_that_comes_later_takes_no_second_from_the_others() {
        counter.follow(SHOP);
        for (long second = MINUTE; second <= MINUTE + 61; second++) {
            if (second == MINUTE + 30) {
                counter.follow(
                        Map.of("shop", Set.of("shop-sut", "shop-rest"), "cart", Set.of("cart-sut", "cart-rest")));
            }
            second(second, 0);
        }
        assertThat(of("shop").counts().counted()).isEqualTo(60);
        // the cart's clusters are not in this Envoy, so it has no counts
        assertThat(of("cart").counts().counted()).isZero();
    }

    @Test
    void a_cluster_without_requests_is_not_one_that_does_not_exist() {
        var stats = new HashMap<String, Double>();
        stats.put("cluster.shop-sut-a.1.upstream_rq_total", 12.0);
        stats.put("cluster.shop-sut-a.1.membership_change", 1.0);
        stats.put("cluster.shop-rest.membership_change", 3.0);
        stats.put("cluster_manager.cds.upstream_rq_total", 9.0);
        stats.put("server.uptime", 7.0);
        var totals = ClusterTotals.of(new EnvoyStats(stats, Map.of()));
        assertThat(totals.requests()).isEqualTo(Map.of("shop-sut-a.1", 12L, "shop-rest", 0L));
        assertThat(totals.since(totals, Set.of("shop-rest"))).hasValue(0);
        assertThat(totals.since(totals, Set.of("cart-rest"))).isEmpty();
    }

    private List<Integer> gapsOf(java.util.function.LongPredicate missed, long lateMillis) {
        over.clear();
        counter.follow(Map.of());
        counter.follow(SHOP);
        for (long second = MINUTE; second <= MINUTE + 61; second++) {
            if (missed.test(second)) {
                counter.turn(second, "edge-1").forEach(over::add);
                total += 110;
            } else {
                second(second, second == MINUTE + 30 ? lateMillis : 0);
            }
        }
        return gaps(over.stream()
                .filter(minute -> minute.start().getEpochSecond() == MINUTE)
                .findFirst()
                .orElseThrow());
    }

    private void second(long second, long lateMillis) {
        counter.turn(second, "edge-1").forEach(over::add);
        total += 110;
        counter.read(
                second,
                second * 1_000_000_000 + lateMillis * 1_000_000,
                new ClusterTotals(Map.of("shop-sut", total / 11, "shop-rest", total - total / 11)));
    }

    private EnvoyMinute of(String pool) {
        return over.stream()
                .filter(minute -> minute.pool().equals(pool) && minute.start().getEpochSecond() == MINUTE)
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> gaps(EnvoyMinute minute) {
        var gaps = new ArrayList<Integer>();
        for (int second = 0; second < 60; second++) {
            if (minute.counts().at(second).isEmpty()) {
                gaps.add(second);
            }
        }
        return gaps;
    }
}
