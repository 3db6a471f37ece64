package dev.redliner.redirector.order;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads orders on a separate thread for the lifetime of the redirector: Kafka may start late, disappear and return. */
public final class KafkaOrders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaOrders.class);
    private static final Duration WAIT = Duration.ofMillis(250);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final Consumer<String, byte[]> consumer;
    private final OrderReader reader;
    private final Thread thread = new Thread(this::run, "redirector-orders");
    private final InstantSource clock;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Burst failures = new Burst();
    private volatile boolean caughtUp;

    /**
     * @param properties properties of the consumer, without the deserializers
     * @param readBack how far back orders are read on start
     * @param clock the read-back is counted from the present time of this clock
     */
    public KafkaOrders(
            Map<String, Object> properties,
            OrderHandler handler,
            Duration readBack,
            InstantSource clock,
            OrderMetrics metrics) {
        this.clock = clock;
        this.consumer =
                new KafkaConsumer<>(settings(properties), new StringDeserializer(), new ByteArrayDeserializer());
        this.reader = new OrderReader(consumer, handler, readBack, clock, metrics);
    }

    private static Map<String, Object> settings(Map<String, Object> properties) {
        var settings = new HashMap<>(properties);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        return settings;
    }

    /** Starts reading. */
    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether pools and orders are being read and all records from before the start have been processed. */
    public boolean caughtUp() {
        return caughtUp;
    }

    private void run() {
        try (consumer) {
            while (stopping.getCount() > 0) {
                turn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void turn() throws InterruptedException {
        try {
            reader.poll(WAIT);
            caughtUp = reader.caughtUp();
            if (reader.hasPartitions()) {
                return;
            }
        } catch (WakeupException e) {
            LOG.debug("orders: stopping");
        } catch (KafkaException e) {
            long count = failures.speaksFor(clock.instant());
            if (count > 0) {
                LOG.warn(
                        "orders: Kafka cannot be read ({} failures since the last log line); leases expire: {}",
                        count,
                        e.toString());
            }
        } catch (RuntimeException | Error e) {
            // the thread must survive: without it no order would be processed any more
            LOG.error("orders: reading failed; retrying", e);
        }
        stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        stopping.countDown();
        consumer.wakeup();
        try {
            thread.join(CLOSING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
