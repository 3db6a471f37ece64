package dev.redliner.collector.watch;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all partitions of a topic without a group, on a separate thread. Continues after any failure of Kafka. */
final class TopicTail implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicTail.class);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofSeconds(5);

    /** Partitions can be added later, and so can the topic. */
    private static final long RELIST_NANOS = Duration.ofSeconds(10).toNanos();

    /** The position to start from. */
    enum From {
        BEGINNING,
        END
    }

    private final String topic;
    private final From from;
    private final Supplier<org.apache.kafka.clients.consumer.Consumer<String, byte[]>> consumers;
    private final Consumer<ConsumerRecord<String, byte[]>> handler;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile org.apache.kafka.clients.consumer.@Nullable Consumer<String, byte[]> current;
    private boolean failing;

    TopicTail(
            String topic,
            From from,
            Supplier<org.apache.kafka.clients.consumer.Consumer<String, byte[]>> consumers,
            Consumer<ConsumerRecord<String, byte[]>> handler) {
        this.topic = topic;
        this.from = from;
        this.consumers = consumers;
        this.handler = handler;
        this.thread = new Thread(this::run, "collector-" + topic);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (!isClosed()) {
            try (var consumer = consumers.get()) {
                current = consumer;
                follow(consumer);
            } catch (WakeupException | InterruptException e) {
                log.debug("topic={} woken up to stop", topic);
            } catch (KafkaException e) {
                noteFailure(e);
            } catch (RuntimeException | Error e) {
                log.error("topic={} tail failed; restarting", topic, e);
            } finally {
                current = null;
            }
            pause();
        }
    }

    private void follow(org.apache.kafka.clients.consumer.Consumer<String, byte[]> consumer) {
        long listedAt = System.nanoTime() - RELIST_NANOS;
        while (!isClosed()) {
            if (System.nanoTime() - listedAt >= RELIST_NANOS
                    || consumer.assignment().isEmpty()) {
                assign(consumer);
                listedAt = System.nanoTime();
            }
            if (consumer.assignment().isEmpty()) {
                pause();
            } else {
                consumer.poll(POLL).forEach(handler);
                failing = false;
            }
        }
    }

    /** Partitions that are added later are read from their beginning, because all their records are new. */
    private void assign(org.apache.kafka.clients.consumer.Consumer<String, byte[]> consumer) {
        var before = consumer.assignment();
        var listed = consumer.partitionsFor(topic, PATIENCE);
        List<TopicPartition> partitions = listed == null
                ? List.of()
                : listed.stream()
                        .map(info -> new TopicPartition(topic, info.partition()))
                        .toList();
        if (partitions.isEmpty() || before.containsAll(partitions)) {
            return;
        }
        boolean first = before.isEmpty();
        Collection<TopicPartition> added =
                partitions.stream().filter(each -> !before.contains(each)).toList();
        consumer.assign(partitions);
        if (first && from == From.END) {
            consumer.seekToEnd(added);
        } else {
            consumer.seekToBeginning(added);
        }
        log.info("topic={} following partitions={}", topic, partitions.size());
    }

    private void noteFailure(KafkaException e) {
        if (!failing) {
            log.warn("topic={} cannot be read: {}; retrying every {}", topic, e.toString(), PATIENCE);
        }
        failing = true;
    }

    private void pause() {
        try {
            if (closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.debug("topic={} closed", topic);
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
        var consumer = current;
        if (consumer != null) {
            consumer.wakeup();
        }
        try {
            thread.join(Duration.ofSeconds(3).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
