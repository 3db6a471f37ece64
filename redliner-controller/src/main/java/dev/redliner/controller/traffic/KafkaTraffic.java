package dev.redliner.controller.traffic;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.traffic.TrafficCodec;
import dev.redliner.contracts.traffic.TrafficMinute;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the minutes of every pool, beginning with those of the last hours. It reads without a consumer group, so that
 * each controller has all the minutes. It has a thread of its own, so that no run waits for it.
 */
public final class KafkaTraffic implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(KafkaTraffic.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LOOK_FOR_PARTITIONS = Duration.ofSeconds(10);

    private final Consumer<String, byte[]> consumer;
    private final TrafficBook book;
    private final InstantSource clock;
    private final Counter minutes;
    private final Counter undecodable;
    private final Set<TopicPartition> assigned = new HashSet<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Thread thread = new Thread();
    private boolean failing;

    /** A reader on a broker. */
    public static KafkaTraffic on(
            Map<String, Object> kafka, TrafficBook book, InstantSource clock, MeterRegistry meters) {
        var settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return new KafkaTraffic(
                new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer()),
                book,
                clock,
                meters);
    }

    KafkaTraffic(Consumer<String, byte[]> consumer, TrafficBook book, InstantSource clock, MeterRegistry meters) {
        this.consumer = consumer;
        this.book = book;
        this.clock = clock;
        this.minutes = Counter.builder("redliner.controller.traffic.records")
                .description("Minutes of pool traffic received")
                .register(meters);
        this.undecodable = Counter.builder("redliner.controller.traffic.undecodable")
                .description("Unreadable minutes of pool traffic, skipped")
                .register(meters);
    }

    @Override
    public void start() {
        thread = new Thread(this::read, "redliner-controller-traffic");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        stopped.countDown();
        consumer.wakeup();
        try {
            thread.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread.isAlive();
    }

    private void read() {
        long looked = System.nanoTime();
        while (stopped.getCount() > 0) {
            try {
                if (assigned.isEmpty() || System.nanoTime() - looked > LOOK_FOR_PARTITIONS.toNanos()) {
                    assign();
                    looked = System.nanoTime();
                }
                if (assigned.isEmpty()) {
                    pause();
                } else {
                    consumer.poll(POLL).forEach(this::take);
                    failing = false;
                }
            } catch (WakeupException e) {
                log.debug("woken up to stop");
            } catch (RuntimeException | Error e) {
                if (!failing) {
                    log.warn("topic={} cannot be read: {}; retrying", Topics.TRAFFIC, e.toString());
                }
                failing = true;
                pause();
            }
        }
        consumer.close();
    }

    /** Assigns new partitions. The topic may be created later, and its partitions may grow in number. */
    private void assign() {
        List<PartitionInfo> listed = consumer.partitionsFor(Topics.TRAFFIC, TIMEOUT);
        Set<TopicPartition> fresh = listed == null
                ? Set.of()
                : listed.stream()
                        .map(each -> new TopicPartition(each.topic(), each.partition()))
                        .filter(each -> !assigned.contains(each))
                        .collect(Collectors.toSet());
        if (fresh.isEmpty()) {
            return;
        }
        long since = clock.instant().minus(RecentTraffic.SLOTS_KEPT).toEpochMilli();
        Map<TopicPartition, OffsetAndTimestamp> starts = consumer.offsetsForTimes(
                fresh.stream().collect(Collectors.toMap(each -> each, each -> since)), TIMEOUT);
        var all = new HashSet<>(assigned);
        all.addAll(fresh);
        consumer.assign(all);
        for (TopicPartition each : fresh) {
            OffsetAndTimestamp start = starts.get(each);
            if (start == null) {
                consumer.seekToEnd(Set.of(each));
            } else {
                consumer.seek(each, start.offset());
            }
        }
        assigned.addAll(fresh);
    }

    void take(ConsumerRecord<String, byte[]> message) {
        byte[] value = message.value();
        if (value == null) {
            return;
        }
        try {
            TrafficMinute minute = TrafficCodec.trafficMinute(value);
            if (!minute.pool().equals(message.key())) {
                throw new IllegalArgumentException("key " + message.key() + " on a record of pool " + minute.pool());
            }
            if (book.add(minute, clock.instant())) {
                minutes.increment();
            }
        } catch (IllegalArgumentException e) {
            undecodable.increment();
            log.warn(
                    "topic={} partition={} offset={} cannot be read: {}; skipped",
                    message.topic(),
                    message.partition(),
                    message.offset(),
                    e.getMessage());
        }
    }

    private void pause() {
        try {
            if (stopped.await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                log.debug("stopped while pausing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped.countDown();
        }
    }
}
