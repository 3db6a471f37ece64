package dev.redliner.controller.outbox;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.outbox.PendingRecord.Rank;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * The outbox on Kafka. A separate thread sends, because the producer may block its caller while no broker is available.
 * An order to shift that could not be sent within its validity is dropped instead of sent late: redirectors would
 * refuse it, and the next order carries the current share.
 */
public final class KafkaOutbox implements Outbox, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(KafkaOutbox.class);
    private static final int DELIVERY_MS = 2_500;
    /** Validity of records that are useful however late they arrive. */
    private static final Duration WORTH_SENDING = Duration.ofSeconds(30);

    /** The callback of senders that need no confirmation. */
    private static final Runnable NOBODY = () -> {};

    private static final Duration END = Duration.ofSeconds(1);

    private final Producer<String, byte[]> producer;
    private final JsonMapper json;
    private final Counter failures;
    private final LongSupplier nanos;
    private final ConflatingQueue handover = new ConflatingQueue();
    private final Thread sender = new Thread(this::sendAll, "redliner-controller-send");

    /** @param nanos the monotonic clock */
    KafkaOutbox(Producer<String, byte[]> producer, JsonMapper json, MeterRegistry meters, LongSupplier nanos) {
        this.producer = producer;
        this.json = json;
        this.nanos = nanos;
        this.failures = Counter.builder("redliner.controller.send.failures")
                .description("Orders, watches and pool records not accepted by Kafka in time")
                .register(meters);
        sender.setDaemon(true);
        sender.start();
    }

    /** Creates an outbox on a broker. */
    public static KafkaOutbox on(Map<String, Object> kafka, JsonMapper json, MeterRegistry meters) {
        var settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 1_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 1_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        return new KafkaOutbox(
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer()),
                json,
                meters,
                System::nanoTime);
    }

    @Override
    public void send(RedirectOrder order, Runnable taken, Consumer<String> failed) {
        // an order to restore is carried out however late it arrives
        Duration worth = order.action() == RedirectOrder.Action.RESTORE ? WORTH_SENDING : order.validFor();
        put(Topics.REDIRECTS, order.pool(), order, Rank.of(order), worth, taken, failed);
    }

    @Override
    public void send(Watch watch, Consumer<String> failed) {
        put(Topics.WATCHES, watch.pool(), watch, Rank.NONE, watch.validFor(), NOBODY, failed);
    }

    @Override
    public void publish(PoolRecord pool, Runnable taken, Consumer<String> failed) {
        put(Topics.POOLS, pool.name(), pool, new Rank(pool.revision(), 0), WORTH_SENDING, taken, failed);
    }

    private void put(
            String topic,
            String key,
            Object value,
            Rank rank,
            Duration validFor,
            Runnable taken,
            Consumer<String> failed) {
        byte[] bytes = json.writeValueAsBytes(value);
        long goodUntil = nanos.getAsLong() + validFor.toNanos();
        handover.put(new PendingRecord(new ProducerRecord<>(topic, key, bytes), rank, goodUntil, taken, failed));
    }

    private void sendAll() {
        try {
            for (Optional<PendingRecord> next = handover.take(); next.isPresent(); next = handover.take()) {
                send(next.get());
            }
        } catch (InterruptedException e) {
            log.info("sending stopped");
        }
    }

    private void send(PendingRecord parcel) {
        if (parcel.isStale(nanos.getAsLong())) {
            failed(parcel, "it waited for Kafka until it no longer held");
            return;
        }
        try {
            producer.send(parcel.record(), (metadata, error) -> {
                if (error != null) {
                    failed(parcel, error.getMessage());
                } else {
                    parcel.taken().run();
                }
            });
        } catch (RuntimeException | Error e) {
            // the thread must survive any failure: without it, no further order is sent
            failed(parcel, e.toString());
        }
    }

    private void failed(PendingRecord parcel, @Nullable String why) {
        failures.increment();
        try {
            parcel.failed().accept(parcel.topic() + ": " + why);
        } catch (RuntimeException | Error e) {
            // a failing callback must not prevent later records from being sent
            log.error("the failure to send {} of {} could not be reported: {}", parcel.topic(), parcel.key(), why, e);
        }
    }

    /** Waits until every record passed to the outbox was delivered or has failed. */
    public void flush() {
        try {
            handover.awaitNone();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.flush();
    }

    /** Sends the waiting records, for at most a second. */
    @Override
    public void close() {
        handover.close();
        try {
            sender.join(END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.interrupt();
        producer.close(END);
    }
}
