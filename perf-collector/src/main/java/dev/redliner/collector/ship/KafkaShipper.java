package dev.redliner.collector.ship;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.traffic.EnvoyMinute;
import dev.redliner.contracts.traffic.TrafficCodec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends batches to {@link Topics#SAMPLES} and minutes to {@link Topics#COUNTS}, keyed by pool. */
public final class KafkaShipper implements Shipper, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaShipper.class);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

    private final Producer<String, byte[]> producer;
    private final InstantSource clock;
    private final Counter batches;
    private final Counter drops;
    private final Counter minutes;
    private final Counter minuteDrops;
    private final Timer lag;
    private final AtomicReference<@Nullable Instant> lastShipped = new AtomicReference<>();
    private final AtomicBoolean dropping = new AtomicBoolean();

    /** @param producer closed by {@link #close()} */
    public KafkaShipper(Producer<String, byte[]> producer, InstantSource clock, MeterRegistry meters) {
        this.producer = producer;
        this.clock = clock;
        this.batches = Counter.builder("redliner.collector.batches")
                .description("Sample batches acknowledged by Kafka")
                .register(meters);
        this.drops = Counter.builder("redliner.collector.drops")
                .description("Sample batches not accepted by Kafka in time, dropped")
                .register(meters);
        this.minutes = Counter.builder("redliner.collector.traffic.records")
                .description("Minutes of pool traffic at an Envoy, acknowledged by Kafka")
                .register(meters);
        this.minuteDrops = Counter.builder("redliner.collector.traffic.drops")
                .description("Minutes of pool traffic at an Envoy, not accepted by Kafka in time and dropped")
                .register(meters);
        this.lag = Timer.builder("redliner.collector.lag")
                .description("Time from the end of a batch's interval to Kafka's acknowledgement")
                .register(meters);
    }

    @Override
    public void ship(SampleBatch batch) {
        log.debug("pool={} host={} sequence={} shipping {}", batch.pool(), batch.host(), batch.sequence(), batch);
        try {
            var message = new ProducerRecord<>(Topics.SAMPLES, batch.pool(), SampleCodec.encode(batch));
            producer.send(message, (metadata, failure) -> {
                if (failure == null) {
                    acknowledged(batch);
                } else {
                    dropped(batch, failure);
                }
            });
        } catch (KafkaException e) {
            dropped(batch, e);
        }
    }

    /** Sends a minute of an Envoy, or drops it. */
    public void ship(EnvoyMinute minute) {
        try {
            var message = new ProducerRecord<>(Topics.COUNTS, minute.pool(), TrafficCodec.encode(minute));
            producer.send(message, (metadata, failure) -> {
                if (failure == null) {
                    minutes.increment();
                } else {
                    minuteDrops.increment();
                }
            });
        } catch (KafkaException e) {
            minuteDrops.increment();
        }
    }

    /** Time of Kafka's last acknowledgement of a batch. */
    public Optional<Instant> lastShipped() {
        return Optional.ofNullable(lastShipped.get());
    }

    /** Whether the last batch was dropped. */
    public boolean dropping() {
        return dropping.get();
    }

    private void acknowledged(SampleBatch batch) {
        Instant now = clock.instant();
        lastShipped.set(now);
        batches.increment();
        lag.record(Duration.between(batch.time(), now));
        if (dropping.getAndSet(false)) {
            log.info("reporter={} sends batches again", batch.reporter());
        }
    }

    private void dropped(SampleBatch batch, Exception failure) {
        drops.increment();
        if (!dropping.getAndSet(true)) {
            log.warn(
                    "reporter={} cannot send batches: {}; dropping them until Kafka is reachable",
                    batch.reporter(),
                    failure.toString());
        }
    }

    @Override
    public void close() {
        producer.close(CLOSE_PATIENCE);
    }
}
