package dev.redliner.contracts.traffic;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes minutes as bytes for {@link dev.redliner.contracts.Topics#COUNTS} and
 * {@link dev.redliner.contracts.Topics#TRAFFIC}, and decodes them.
 */
public final class TrafficCodec {
    private static final long LATEST_MINUTE = Instant.MAX.getEpochSecond() / SecondCounts.SECONDS;

    private TrafficCodec() {}

    /** An Envoy's minute as protobuf. */
    public static byte[] encode(EnvoyMinute minute) {
        return dev.redliner.contracts.traffic.wire.EnvoyMinute.newBuilder()
                .setPool(minute.pool())
                .setCollector(minute.collector())
                .setEnvoy(minute.envoy())
                .setNode(minute.node())
                .setMinute(number(minute.start()))
                .addAllCounts(wire(minute.counts()))
                .build()
                .toByteArray();
    }

    /** A pool's minute as protobuf. */
    public static byte[] encode(TrafficMinute minute) {
        return dev.redliner.contracts.traffic.wire.TrafficMinute.newBuilder()
                .setPool(minute.pool())
                .setMinute(number(minute.start()))
                .setEnvoys(minute.envoys())
                .addAllCounts(wire(minute.counts()))
                .build()
                .toByteArray();
    }

    /**
     * Decodes the minute of an Envoy.
     *
     * @throws IllegalArgumentException if the bytes are not such a minute, or one with impossible values
     */
    public static EnvoyMinute envoyMinute(byte[] bytes) {
        try {
            var wire = dev.redliner.contracts.traffic.wire.EnvoyMinute.parseFrom(bytes);
            return new EnvoyMinute(
                    wire.getPool(),
                    wire.getCollector(),
                    wire.getEnvoy(),
                    wire.getNode(),
                    start(wire.getMinute()),
                    counts(wire.getCountsList()));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("not a minute of an Envoy: " + e.getMessage(), e);
        }
    }

    /**
     * Decodes the minute of a pool.
     *
     * @throws IllegalArgumentException if the bytes are not such a minute, or one with impossible values
     */
    public static TrafficMinute trafficMinute(byte[] bytes) {
        try {
            var wire = dev.redliner.contracts.traffic.wire.TrafficMinute.parseFrom(bytes);
            return new TrafficMinute(
                    wire.getPool(), start(wire.getMinute()), wire.getEnvoys(), counts(wire.getCountsList()));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("not a minute of a pool: " + e.getMessage(), e);
        }
    }

    private static long number(Instant start) {
        return start.getEpochSecond() / SecondCounts.SECONDS;
    }

    private static Instant start(long minute) {
        if (minute < 0 || minute > LATEST_MINUTE) {
            throw new IllegalArgumentException("minute " + minute);
        }
        return Instant.ofEpochSecond(minute * SecondCounts.SECONDS);
    }

    private static List<Long> wire(SecondCounts counts) {
        return Arrays.stream(counts.toArray()).boxed().toList();
    }

    private static SecondCounts counts(List<Long> wire) {
        return SecondCounts.of(wire.stream().mapToLong(Long::longValue).toArray());
    }
}
