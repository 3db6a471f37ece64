package dev.redliner.controller.event;

import dev.redliner.contracts.StopOrder;
import dev.redliner.contracts.Topics;
import dev.redliner.controller.schedule.Deploys;
import dev.redliner.kafka.LogLimit;
import dev.redliner.kafka.TopicReader;
import dev.redliner.kafka.TopicStart;
import dev.redliner.kafka.TopicTail;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Reads announcements of deploys from {@link Topics#EVENTS_IN}: CloudEvents 1.0, in structured or in binary mode. Every
 * controller reads every event, from twelve hours before its start on. The table of deploys holds that an event has an
 * effect once.
 *
 * <p>While the database is unavailable, the reader waits at the event that it could not store.
 */
public final class DeployTopic implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(DeployTopic.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(2);
    private static final String WHO = "topic " + Topics.EVENTS_IN;
    /** Of the headers of binary mode, by the Kafka binding of CloudEvents. */
    private static final String PREFIX = "ce_";

    private final TopicTail tail;
    private final Taker announcements;
    private final Duration betweenAttempts;
    private final InstantSource clock;
    private final Counter refused;
    private final LogLimit skipped = new LogLimit();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean running;

    /** Creates a reader on a broker. */
    public static DeployTopic on(
            Map<String, Object> kafka, Announcements announcements, InstantSource clock, MeterRegistry meters) {
        return new DeployTopic(() -> TopicReader.consumer(kafka), announcements::take, BETWEEN_ATTEMPTS, clock, meters);
    }

    /** As {@link Announcements#take}. */
    @FunctionalInterface
    interface Taker {
        Optional<Deploys.Taken> take(DeployEvent event, String who, Instant now);
    }

    DeployTopic(
            Supplier<Consumer<String, byte[]>> consumers,
            Taker announcements,
            Duration betweenAttempts,
            InstantSource clock,
            MeterRegistry meters) {
        this.tail = new TopicTail(
                "redliner-controller-deploys",
                List.of(Topics.EVENTS_IN),
                () -> TopicStart.since(clock.instant().minus(Announcements.OLDEST)),
                LOOK_EVERY,
                consumers,
                this::deliver);
        this.announcements = announcements;
        this.betweenAttempts = betweenAttempts;
        this.clock = clock;
        this.refused = Counter.builder("redliner.controller.events.refused")
                .description("Records of redliner.events.in that are no deploys of a known service, skipped")
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
        stopped.countDown();
        tail.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.CONTROLLER;
    }

    /** Takes an event, or skips a record that is none. Returns when it is stored, or when this reader stops. */
    void deliver(ConsumerRecord<String, byte[]> message) {
        Instant sent = Instant.ofEpochMilli(message.timestamp());
        if (message.value() == null || sent.isBefore(clock.instant().minus(Announcements.OLDEST))) {
            return;
        }
        try {
            DeployEvent event = DeployEvent.read(message.value(), name -> header(message, PREFIX + name));
            store(event, message);
        } catch (InvalidEvent e) {
            skip(message, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable String header(ConsumerRecord<String, byte[]> message, String name) {
        Header header = message.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private void store(DeployEvent event, ConsumerRecord<String, byte[]> message) {
        boolean waiting = false;
        while (running) {
            try {
                if (announcements.take(event, WHO, clock.instant()).isEmpty()) {
                    skip(message, "No service is called '" + event.service() + "'.");
                }
                return;
            } catch (DataAccessException | TransactionException e) {
                if (!waiting) {
                    log.warn(
                            "service={} event={} cannot be stored; retrying every {}: {}",
                            event.service(),
                            event.id(),
                            betweenAttempts,
                            e.getMessage());
                }
                waiting = true;
                pause();
            }
        }
    }

    private void pause() {
        try {
            if (stopped.await(betweenAttempts.toMillis(), TimeUnit.MILLISECONDS)) {
                log.debug("stopped while the database was unavailable");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            running = false;
        }
    }

    private void skip(ConsumerRecord<String, byte[]> message, String why) {
        refused.increment();
        // the topic may have the deploys of a whole company
        skipped.next(clock.instant())
                .ifPresent(count -> log.warn(
                        "topic={} partition={} offset={} skipped, {} since the last line: {}",
                        message.topic(),
                        message.partition(),
                        message.offset(),
                        count,
                        why));
    }
}
