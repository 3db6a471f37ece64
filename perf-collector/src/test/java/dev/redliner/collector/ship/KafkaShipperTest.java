package dev.redliner.collector.ship;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaShipperTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final SampleBatch BATCH = new SampleBatch(
            "checkout",
            "a",
            "node-1",
            1,
            1,
            NOON,
            Duration.ofSeconds(1),
            Map.of("host.cpu", 0.5),
            Map.of(),
            Map.of(),
            List.of());

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MockProducer<String, byte[]> kafka =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
    private final KafkaShipper shipper = new KafkaShipper(kafka, InstantSource.fixed(NOON.plusMillis(40)), meters);

    @Test
    void a_batch_is_keyed_by_its_pool_and_can_be_read_back() {
        shipper.ship(BATCH);
        var sent = kafka.history().get(0);
        assertThat(sent.topic()).isEqualTo("redliner.samples");
        assertThat(sent.key()).isEqualTo("checkout");
        assertThat(SampleCodec.decode(sent.value())).isEqualTo(BATCH);
    }

    @Test
    void it_counts_as_shipped_when_kafka_acknowledged_it() {
        shipper.ship(BATCH);
        assertThat(shipper.lastShipped()).isEmpty();
        kafka.completeNext();
        assertThat(shipper.lastShipped()).contains(NOON.plusMillis(40));
        assertThat(meters.get("redliner.collector.lag").timer().max(TimeUnit.MILLISECONDS))
                .isEqualTo(40);
    }

    @Test
    void what_kafka_does_not_take_is_dropped_and_counted() {
        shipper.ship(BATCH);
        kafka.errorNext(new TimeoutException("too late"));
        kafka.sendException = new TimeoutException("no metadata");
        shipper.ship(BATCH);
        assertThat(meters.get("redliner.collector.drops").counter().count()).isEqualTo(2);
        assertThat(shipper.dropping()).isTrue();
        kafka.sendException = null;
        shipper.ship(BATCH);
        kafka.completeNext();
        assertThat(shipper.dropping()).isFalse();
    }

    @Test
    void the_producer_is_bounded_whatever_the_connection_says() {
        var settings = ShipperSettings.of(Map.of("bootstrap.servers", "localhost:9092", "max.block.ms", 60_000));
        assertThat(settings)
                .containsEntry("bootstrap.servers", "localhost:9092")
                .containsEntry(ProducerConfig.MAX_BLOCK_MS_CONFIG, 50)
                .containsEntry(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
        // rejects settings that do not fit together
        new ProducerConfig(settings);
    }
}
