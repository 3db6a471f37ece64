package dev.redliner.controller.traffic;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.traffic.TrafficCodec;
import dev.redliner.contracts.traffic.TrafficMinute;
import dev.redliner.kafka.TopicReader;
import dev.redliner.kafka.TopicStart;
import dev.redliner.kafka.TopicTail;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the minutes of every pool, beginning with those of the last hours. It reads without a consumer group, so that
 * each controller has all the minutes. It has a thread of its own, so that no run waits for it.
 */
public final class KafkaTraffic implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(KafkaTraffic.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

    private final TopicTail tail;
    private final TrafficBook book;
    private final InstantSource clock;
    private final Counter minutes;
    private final Counter undecodable;
    private volatile boolean running;

    /** A reader on a broker. */
    public static KafkaTraffic on(
            Map<String, Object> kafka, TrafficBook book, InstantSource clock, MeterRegistry meters) {
        return new KafkaTraffic(() -> TopicReader.consumer(kafka), book, clock, meters);
    }

    KafkaTraffic(
            Supplier<Consumer<String, byte[]>> consumers, TrafficBook book, InstantSource clock, MeterRegistry meters) {
        this.tail = new TopicTail(
                "redliner-controller-traffic",
                List.of(Topics.TRAFFIC),
                () -> TopicStart.since(clock.instant().minus(RecentTraffic.SLOTS_KEPT)),
                LOOK_EVERY,
                consumers,
                this::take);
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
        running = true;
        tail.start();
    }

    @Override
    public void stop() {
        running = false;
        tail.close();
    }

    @Override
    public boolean isRunning() {
        return running;
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
}
