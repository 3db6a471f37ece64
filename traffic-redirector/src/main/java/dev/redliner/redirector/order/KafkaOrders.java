package dev.redliner.redirector.order;

import dev.redliner.kafka.LogLimit;
import dev.redliner.kafka.TopicReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
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
    private final LogLimit failures = new LogLimit();
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
        this.consumer = TopicReader.consumer(properties);
        this.reader = new OrderReader(new TopicReader(consumer), handler, readBack, clock, metrics);
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
            failures.next(clock.instant())
                    .ifPresent(count -> LOG.warn(
                            "orders: Kafka cannot be read ({} failures since the last log line); leases expire: {}",
                            count,
                            e.toString()));
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
