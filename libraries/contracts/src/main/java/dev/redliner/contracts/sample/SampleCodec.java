package dev.redliner.contracts.sample;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.redliner.contracts.sample.wire.Gap.Builder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Encodes batches as bytes for {@link dev.redliner.contracts.Topics#SAMPLES} and decodes them. */
public final class SampleCodec {
    private SampleCodec() {}

    /** The batch as protobuf. */
    public static byte[] encode(SampleBatch batch) {
        var wire = dev.redliner.contracts.sample.wire.SampleBatch.newBuilder()
                .setPool(batch.pool())
                .setHost(batch.host())
                .setReporter(batch.reporter())
                .setEpoch(batch.epoch())
                .setSequence(batch.sequence())
                .setTimeMs(batch.time().toEpochMilli())
                .setIntervalMs(batch.interval().toMillis())
                .setEnvoy(batch.envoy())
                .putAllProperties(batch.properties())
                .putAllGauges(batch.gauges())
                .putAllCounters(batch.counters());
        batch.latencies().forEach((name, histogram) -> wire.putLatencies(name, encode(histogram)));
        batch.gaps().forEach(gap -> wire.addGaps(encode(gap)));
        return wire.build().toByteArray();
    }

    /**
     * Decodes a batch.
     *
     * @throws IllegalArgumentException if the bytes are not a batch, or a batch with impossible values
     */
    public static SampleBatch decode(byte[] bytes) {
        dev.redliner.contracts.sample.wire.SampleBatch wire;
        try {
            wire = dev.redliner.contracts.sample.wire.SampleBatch.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("not a sample batch: " + e.getMessage(), e);
        }
        Map<String, LatencyHistogram> latencies = new LinkedHashMap<>();
        wire.getLatenciesMap().forEach((name, histogram) -> latencies.put(name, decode(histogram)));
        return new SampleBatch(
                wire.getPool(),
                wire.getHost(),
                wire.getReporter(),
                wire.getEpoch(),
                wire.getSequence(),
                Instant.ofEpochMilli(wire.getTimeMs()),
                Duration.ofMillis(wire.getIntervalMs()),
                wire.getGaugesMap(),
                wire.getCountersMap(),
                latencies,
                wire.getGapsList().stream()
                        .map(gap -> new Gap(gap.getName(), gap.getReason()))
                        .toList(),
                wire.getEnvoy(),
                wire.getPropertiesMap());
    }

    private static Builder encode(Gap gap) {
        return dev.redliner.contracts.sample.wire.Gap.newBuilder()
                .setName(gap.name())
                .setReason(gap.reason());
    }

    private static dev.redliner.contracts.sample.wire.LatencyHistogram encode(LatencyHistogram histogram) {
        var wire =
                dev.redliner.contracts.sample.wire.LatencyHistogram.newBuilder().setSumSeconds(histogram.sumSeconds());
        for (int bucket : histogram.buckets()) {
            wire.addBuckets(bucket);
        }
        for (long count : histogram.counts()) {
            wire.addCounts(count);
        }
        return wire.build();
    }

    private static LatencyHistogram decode(dev.redliner.contracts.sample.wire.LatencyHistogram wire) {
        return new LatencyHistogram(
                wire.getBucketsList().stream().mapToInt(Integer::intValue).toArray(),
                wire.getCountsList().stream().mapToLong(Long::longValue).toArray(),
                wire.getSumSeconds());
    }
}
