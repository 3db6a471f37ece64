package dev.redliner.analyzer.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.traffic.EnvoyMinute;
import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficCodec;
import dev.redliner.contracts.traffic.TrafficMinute;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficIntakeTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration SKEW = Duration.ofSeconds(5);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<TrafficMinute> sent = new ArrayList<>();
    private final TrafficIntake intake = new TrafficIntake(SKEW, sent::add, meters);

    @Test
    void a_minute_is_the_sum_of_its_envoys() {
        arrive(minute("a", 0, 100));
        arrive(minute("b", 0, 20));
        intake.onTime(end(0).plusSeconds(3));
        assertThat(sent).isEmpty();
        intake.onTime(end(0).plusSeconds(8));
        assertThat(sent).containsExactly(new TrafficMinute("shop", start(0), 2, all(120)));
    }

    @Test
    void a_second_that_one_envoy_did_not_count_is_a_gap() {
        long[] counts = all(20).toArray();
        counts[33] = SecondCounts.GAP;
        arrive(minute("a", 0, 100));
        arrive(new EnvoyMinute("shop", "c", "b", "", start(0), SecondCounts.of(counts)));
        intake.onTime(end(0).plusSeconds(8));
        assertThat(sent.get(0).counts().at(33)).isEmpty();
        assertThat(sent.get(0).counts().counted()).isEqualTo(59);
    }

    private static EnvoyMinute read(String collector, String address, String node, int minute, SecondCounts counts) {
        return new EnvoyMinute("shop", collector, address, node, start(minute), counts);
    }

    @Test
    void an_envoy_that_two_collectors_read_counts_once_and_one_fills_the_gaps_of_the_other() {
        long[] counts = all(100).toArray();
        counts[33] = SecondCounts.GAP;
        arrive(read("d", "edge:9901", "edge-1", 0, all(100)));
        arrive(read("c", "127.0.0.1:9901", "edge-1", 0, SecondCounts.of(counts)));
        arrive(read("c", "127.0.0.2:9901", "edge-2", 0, all(20)));
        intake.onTime(end(0).plusSeconds(8));
        // the second collector is stopped, and no counts are missing
        arrive(read("c", "127.0.0.1:9901", "edge-1", 1, all(100)));
        arrive(read("c", "127.0.0.2:9901", "edge-2", 1, all(20)));
        intake.onTime(end(1).plusSeconds(8));
        assertThat(sent)
                .containsExactly(
                        new TrafficMinute("shop", start(0), 2, all(120)),
                        new TrafficMinute("shop", start(1), 2, all(120)));
    }

    @Test
    void envoys_of_one_node_id_that_one_collector_reads_are_several_and_so_are_those_at_equal_addresses() {
        arrive(read("c", "127.0.0.1:9901", "edge-1", 0, all(100)));
        arrive(read("c", "127.0.0.2:9901", "edge-1", 0, all(20)));
        arrive(read("d", "127.0.0.1:9901", "edge-1", 0, all(20)));
        arrive(read("e", "127.0.0.1:9901", "edge-2", 0, all(7)));
        intake.onTime(end(0).plusSeconds(8));
        assertThat(sent).containsExactly(new TrafficMinute("shop", start(0), 3, all(127)));
    }

    @Test
    void an_envoy_whose_node_id_is_not_known_for_a_minute_is_the_same_one() {
        arrive(read("c", "127.0.0.1:9901", "", 0, all(100)));
        arrive(read("c", "127.0.0.1:9901", "edge-1", 1, all(100)));
        arrive(read("c", "127.0.0.1:9901", "", 2, all(100)));
        arrive(read("d", "edge:9901", "edge-1", 2, all(100)));
        intake.onTime(end(2).plusSeconds(8));
        assertThat(sent)
                .extracting(TrafficMinute::envoys, TrafficMinute::counts)
                .containsOnly(org.assertj.core.groups.Tuple.tuple(1, all(100)));
    }

    @Test
    void an_envoy_that_falls_silent_makes_gaps_for_five_minutes_and_is_then_gone() {
        for (int m = 0; m < 8; m++) {
            arrive(minute("a", m, 100));
            if (m == 0) {
                arrive(minute("b", m, 20));
            }
            intake.onTime(end(m).plusSeconds(8));
        }
        assertThat(sent).extracting(minute -> minute.counts().counted()).containsExactly(60, 0, 0, 0, 0, 0, 60, 60);
        assertThat(sent.get(7).counts()).isEqualTo(all(100));
    }

    @Test
    void a_minute_that_comes_twice_counts_once_and_one_that_comes_late_is_counted_as_late() {
        arrive(minute("a", 0, 100));
        arrive(minute("a", 0, 100));
        intake.onTime(end(0).plusSeconds(8));
        intake.on("shop", TrafficCodec.encode(minute("b", 0, 20)), end(0).plusSeconds(9), end(0).plusSeconds(9));
        intake.onTime(end(0).plusSeconds(30));
        assertThat(sent).containsExactly(new TrafficMinute("shop", start(0), 1, all(100)));
        assertThat(meters.counter("redliner.analyzer.traffic.late").count()).isEqualTo(1);
    }

    @Test
    void after_a_restart_the_same_records_give_the_same_minutes() {
        for (int m = 0; m < 10; m++) {
            arrive(minute("a", m, 100));
            if (m != 8) {
                arrive(minute("b", m, 20));
            }
            intake.onTime(end(m).plusSeconds(8));
        }
        List<TrafficMinute> before = List.copyOf(sent);
        sent.clear();
        Instant restarted = end(9).plusSeconds(20);
        intake.discard(restarted.minus(TrafficIntake.READ_BACK));
        // in another order, and in two parts
        for (int m = 9; m >= 0; m--) {
            again(minute("b", m == 8 ? 7 : m, 20), restarted);
        }
        intake.onTime(restarted.plusSeconds(1));
        for (int m = 0; m < 10; m++) {
            again(minute("a", m, 100), restarted.plusSeconds(1));
        }
        intake.onTime(restarted.plusSeconds(7));
        assertThat(sent).hasSize(4).isSubsetOf(before);
        assertThat(sent.get(sent.size() - 2).counts().counted()).isZero();
    }

    @Test
    void a_wrong_clock_is_not_used() {
        intake.on("shop", TrafficCodec.encode(minute("a", 0, 1)), end(0).minusSeconds(6), end(0).minusSeconds(6));
        intake.on("shop", TrafficCodec.encode(minute("a", 0, 1)), end(0).plusSeconds(12), end(0).plusSeconds(12));
        // read again: the time of sending is unknown, but cannot be in the future
        intake.on("shop", TrafficCodec.encode(minute("a", 0, 1)), null, end(0).minusSeconds(6));
        intake.onTime(end(0).plusSeconds(60));
        assertThat(sent).isEmpty();
        assertThat(meters.counter("redliner.analyzer.traffic.skewed").count()).isEqualTo(3);
    }

    @Test
    void what_cannot_be_read_is_set_aside() {
        intake.on("shop", null, NOON, NOON);
        intake.on("shop", new byte[] {1, 2, 3}, NOON, NOON);
        intake.on("cart", TrafficCodec.encode(minute("a", 0, 1)), end(0), end(0));
        intake.onTime(end(0).plusSeconds(60));
        assertThat(sent).isEmpty();
        assertThat(meters.counter("redliner.analyzer.traffic.undecodable").count())
                .isEqualTo(3);
    }

    private void arrive(EnvoyMinute minute) {
        Instant now = minute.end().plusSeconds(1);
        intake.on("shop", TrafficCodec.encode(minute), now, now);
    }

    private void again(EnvoyMinute minute, Instant now) {
        intake.on("shop", TrafficCodec.encode(minute), null, now);
    }

    private static EnvoyMinute minute(String envoy, int minute, long rps) {
        return new EnvoyMinute("shop", "c", envoy, "", start(minute), all(rps));
    }

    private static Instant start(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }

    private static Instant end(int minute) {
        return start(minute + 1);
    }

    private static SecondCounts all(long rps) {
        long[] counts = new long[SecondCounts.SECONDS];
        Arrays.fill(counts, rps);
        return SecondCounts.of(counts);
    }
}
