package dev.redliner.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads topics on a separate thread until it is closed. Continues after any failure: brokers may start late, disappear
 * and return.
 */
public final class TopicTail implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicTail.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSING = Duration.ofSeconds(3);
    /** Limit for one iteration beyond its wait for records. It takes a few seconds while no broker answers. */
    private static final Duration HANGS = Duration.ofSeconds(15);

    private final Collection<String> topics;
    private final Supplier<TopicStart> start;
    private final Duration lookEvery;
    private final Supplier<Consumer<String, byte[]>> consumers;
    private final java.util.function.Consumer<ConsumerRecord<String, byte[]>> handler;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final LogLimit failures = new LogLimit();
    private final LogLimit mistakes = new LogLimit();
    private final Thread thread;
    private volatile @Nullable Consumer<String, byte[]> current;
    private volatile long turned = System.nanoTime();

    /**
     * @param name of the thread
     * @param topics the topics
     * @param start evaluated when a topic is found
     * @param lookEvery pause between two searches for new partitions, and the longest wait for records
     * @param consumers creates consumers as {@link TopicReader#consumer} does
     * @param handler called on the thread of this tail. A record for which it throws is logged and skipped
     */
    public TopicTail(
            String name,
            Collection<String> topics,
            Supplier<TopicStart> start,
            Duration lookEvery,
            Supplier<Consumer<String, byte[]>> consumers,
            java.util.function.Consumer<ConsumerRecord<String, byte[]>> handler) {
        this.topics = List.copyOf(topics);
        this.start = start;
        this.lookEvery = lookEvery;
        this.consumers = consumers;
        this.handler = handler;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Whether the tail reads or at least tries to; false if its thread hangs or has ended. */
    public boolean reads() {
        return thread.isAlive()
                && System.nanoTime() - turned < HANGS.plus(lookEvery).toNanos();
    }

    /** A consumer that has read something is kept with its positions, whatever fails. */
    private void run() {
        while (!isClosed()) {
            try (Consumer<String, byte[]> consumer = consumers.get()) {
                current = consumer;
                var reader = new TopicReader(consumer);
                long lookedAt = System.nanoTime() - lookEvery.toNanos();
                boolean usable = true;
                while (!isClosed() && usable) {
                    boolean looks = !reader.followsAny() || System.nanoTime() - lookedAt >= lookEvery.toNanos();
                    lookedAt = looks ? System.nanoTime() : lookedAt;
                    usable = survives(() -> turn(reader, looks)) || reader.followsAny();
                }
            } catch (WakeupException | InterruptException e) {
                log.debug("topics={} woken up to stop", topics);
                closed.countDown();
            } catch (RuntimeException | Error e) {
                failed(e);
            } finally {
                current = null;
            }
        }
    }

    private void turn(TopicReader reader, boolean looks) {
        turned = System.nanoTime();
        if (looks) {
            look(reader);
        }
        turned = System.nanoTime();
        if (reader.followsAny()) {
            reader.poll(lookEvery).forEach(this::handle);
        } else {
            pause();
        }
    }

    private void look(TopicReader reader) {
        KafkaException failure = null;
        for (String topic : topics) {
            try {
                Set<TopicPartition> found = reader.follow(topic, start.get());
                if (!found.isEmpty()) {
                    log.info("topic={} new partitions={} reading", topic, found.size());
                }
            } catch (WakeupException | InterruptException e) {
                throw e;
            } catch (KafkaException e) {
                // the other topics, and the partitions that are read already, do not wait for this one
                failure = e;
            }
            turned = System.nanoTime();
        }
        if (failure != null && !reader.followsAny()) {
            throw failure;
        }
        if (failure != null) {
            warn(failure);
        }
    }

    /** A mistake in one record must not affect the records after it. */
    private void handle(ConsumerRecord<String, byte[]> message) {
        try {
            handler.accept(message);
        } catch (RuntimeException | Error e) {
            mistakes.next(Instant.now())
                    .ifPresent(count -> log.error(
                            "topic={} partition={} offset={} failed ({} records since the last log line)",
                            message.topic(),
                            message.partition(),
                            message.offset(),
                            count,
                            e));
        }
    }

    private void warn(Throwable e) {
        failures.next(Instant.now())
                .ifPresent(count -> log.warn(
                        "topics={} cannot be read ({} times since the last log line): {}; retrying",
                        topics,
                        count,
                        e.toString()));
    }

    private boolean survives(Runnable turn) {
        try {
            turn.run();
            return true;
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            failed(e);
            return false;
        }
    }

    private void failed(Throwable e) {
        turned = System.nanoTime();
        if (e instanceof KafkaException) {
            warn(e);
        } else {
            // the thread must survive: without it nothing would be read any more
            log.error("topics={} reading failed; retrying", topics, e);
        }
        pause();
    }

    private void pause() {
        try {
            if (closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.debug("topics={} closed", topics);
            }
        } catch (InterruptedException e) {
            closed.countDown();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public void close() {
        closed.countDown();
        Consumer<String, byte[]> consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            thread.join(CLOSING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
