package dev.redliner.contracts.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrafficCodecTest {
    private static final Instant MINUTE = Instant.parse("2026-11-20T12:34:00Z");
    private static final SecondCounts RISING =
            SecondCounts.of(LongStream.range(0, 60).toArray());

    @Test
    void minutes_come_back_as_they_were_sent() {
        var envoys = new EnvoyMinute("shop", "collector@a", "127.0.0.1:9901", "edge-1", MINUTE, RISING);
        var pools = new TrafficMinute("shop", MINUTE, 2, RISING);
        assertThat(TrafficCodec.envoyMinute(TrafficCodec.encode(envoys))).isEqualTo(envoys);
        assertThat(TrafficCodec.trafficMinute(TrafficCodec.encode(pools))).isEqualTo(pools);
    }

    @Test
    void a_gap_stays_a_gap_and_is_no_zero() {
        long[] counts = RISING.toArray();
        counts[7] = SecondCounts.GAP;
        var minute = new TrafficMinute("shop", MINUTE, 1, SecondCounts.of(counts));
        SecondCounts back =
                TrafficCodec.trafficMinute(TrafficCodec.encode(minute)).counts();
        assertThat(back.at(7)).isEmpty();
        assertThat(back.at(0)).hasValue(0);
        assertThat(back.counted()).isEqualTo(59);
    }

    @Test
    void the_sum_has_the_gaps_of_both() {
        long[] one = RISING.toArray();
        one[1] = SecondCounts.GAP;
        long[] other = RISING.toArray();
        other[2] = SecondCounts.GAP;
        SecondCounts sum = SecondCounts.of(one).plus(SecondCounts.of(other));
        assertThat(sum.at(1)).isEmpty();
        assertThat(sum.at(2)).isEmpty();
        assertThat(sum.at(3)).hasValue(6);
        assertThat(SecondCounts.gaps().plus(RISING)).isEqualTo(SecondCounts.gaps());
    }

    @Test
    void a_minute_is_small_on_the_wire() {
        long[] busy = new long[60];
        Arrays.fill(busy, 1_500);
        var minute = new EnvoyMinute(
                "checkout", "collector@node-17", "127.0.0.1:9901", "edge-17", MINUTE, SecondCounts.of(busy));
        assertThat(TrafficCodec.encode(minute)).hasSizeLessThan(200);
    }

    @Test
    void what_decodes_and_is_absurd_is_refused() {
        var wire = dev.redliner.contracts.traffic.wire.TrafficMinute.newBuilder()
                .setPool("shop")
                .setEnvoys(1)
                .addAllCounts(LongStream.range(0, 60).boxed().toList());
        assertThatThrownBy(() -> TrafficCodec.trafficMinute(
                        wire.setMinute(Long.MAX_VALUE).build().toByteArray()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        TrafficCodec.trafficMinute(wire.setMinute(1).build().toByteArray()))
                .isInstanceOf(IllegalArgumentException.class);
        long good = MINUTE.getEpochSecond() / 60;
        assertThatThrownBy(() -> TrafficCodec.trafficMinute(
                        wire.clone().setMinute(good).addCounts(1).build().toByteArray()))
                .hasMessageContaining("60 seconds");
        assertThatThrownBy(() -> TrafficCodec.trafficMinute(wire.clone()
                        .setMinute(good)
                        .setCounts(0, Long.MAX_VALUE)
                        .build()
                        .toByteArray()))
                .hasMessageContaining("requests");
        assertThatThrownBy(() -> TrafficCodec.envoyMinute(new byte[] {1, 2, 3})).hasMessageContaining("not a minute");
    }
}
