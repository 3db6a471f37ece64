package dev.redliner.collector.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchesTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration IDLE = Duration.ofSeconds(5);
    private final Watches watches = new Watches();

    @Test
    void a_pool_that_nobody_watches_is_idle() {
        watches.put(watch("1", "payment", 1_000, NOON));
        assertThat(interval(NOON)).isEqualTo(IDLE);
    }

    @Test
    void the_shortest_interval_of_all_runs_holds() {
        watches.put(watch("1", "checkout", 1_000, NOON));
        watches.put(watch("2", "checkout", 200, NOON));
        assertThat(interval(NOON)).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void a_watch_ends_by_itself_and_a_renewal_prolongs_it() {
        watches.put(watch("1", "checkout", 1_000, NOON));
        assertThat(interval(NOON.plusMillis(2_999))).isEqualTo(Duration.ofSeconds(1));
        watches.put(watch("1", "checkout", 1_000, NOON.plusSeconds(1)));
        assertThat(interval(NOON.plusMillis(3_999))).isEqualTo(Duration.ofSeconds(1));
        assertThat(interval(NOON.plusMillis(4_000))).isEqualTo(IDLE);
    }

    @Test
    void a_renewal_changes_the_interval_and_a_late_one_does_not() {
        watches.put(watch("1", "checkout", 200, NOON.plusSeconds(1)));
        watches.put(watch("1", "checkout", 1_000, NOON));
        assertThat(interval(NOON.plusSeconds(1))).isEqualTo(Duration.ofMillis(200));
        watches.put(watch("1", "checkout", 1_000, NOON.plusSeconds(2)));
        assertThat(interval(NOON.plusSeconds(2))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void nobody_reads_faster_than_every_100_ms() {
        watches.put(watch("1", "checkout", 1, NOON));
        assertThat(interval(NOON)).isEqualTo(Watches.FASTEST);
    }

    private Duration interval(Instant now) {
        return watches.intervalOf("checkout", now, IDLE);
    }

    static Watch watch(String run, String pool, long intervalMs, Instant issuedAt) {
        return new Watch(
                run,
                pool,
                List.of("a"),
                List.of("b"),
                List.of(),
                Duration.ofMillis(intervalMs),
                Map.of(),
                issuedAt,
                Duration.ofSeconds(3));
    }
}
