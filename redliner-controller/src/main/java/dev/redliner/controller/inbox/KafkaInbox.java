package dev.redliner.controller.inbox;

import dev.redliner.contracts.StopOrder;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.RunEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads every verdict and every redirect report from now on. The driver assigns them to runs. There is no consumer
 * group: each controller receives all records and uses those of its own runs. A rebalance can therefore never interrupt
 * a run.
 */
public final class KafkaInbox implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(KafkaInbox.class);
    private static final Duration POLL = Duration.ofMillis(200);
    /**
     * Limit for one iteration, which usually takes a few hundred milliseconds, and a few seconds while Kafka does not
     * answer.
     */
    private static final Duration HANGS = Duration.ofSeconds(15);

    private static final Duration LOOK_FOR_PARTITIONS = Duration.ofSeconds(2);
    private final Consumer<String, byte[]> consumer;
    private final JsonMapper json;
    private final BiConsumer<String, RunEvent> reader;
    private final Counter undecodable;
    private final Set<TopicPartition> assigned = new HashSet<>();
    private volatile boolean running;
    private volatile long turned = System.nanoTime();
    private volatile Thread thread = new Thread();

    /** Creates an inbox on a broker. The reader receives the pool and the event. */
    public static KafkaInbox on(
            Map<String, Object> kafka, JsonMapper json, BiConsumer<String, RunEvent> reader, MeterRegistry meters) {
        var settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        return new KafkaInbox(
                new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer()),
                json,
                reader,
                meters);
    }

    KafkaInbox(
            Consumer<String, byte[]> consumer,
            JsonMapper json,
            BiConsumer<String, RunEvent> reader,
            MeterRegistry meters) {
        this.consumer = consumer;
        this.json = json;
        this.reader = reader;
        this.undecodable = Counter.builder("redliner.controller.undecodable")
                .description("Unreadable records, skipped")
                .register(meters);
    }

    @Override
    public void start() {
        running = true;
        thread = new Thread(this::read, "redliner-controller-inbox");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        running = false;
        consumer.wakeup();
        try {
            thread.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the inbox reads or at least tries to; false if its thread hangs or has ended. */
    public boolean reads() {
        return running && thread.isAlive() && System.nanoTime() - turned < HANGS.toNanos();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.CONTROLLER;
    }

    private void read() {
        long looked = 0;
        while (running) {
            try {
                if (assigned.isEmpty() || System.nanoTime() - looked > LOOK_FOR_PARTITIONS.toNanos()) {
                    assign();
                    looked = System.nanoTime();
                }
                if (assigned.isEmpty()) {
                    pause();
                } else {
                    consumer.poll(POLL).forEach(this::deliver);
                }
            } catch (WakeupException e) {
                // stop was called
            } catch (KafkaException e) {
                log.warn("inbox: Kafka is unavailable: {}; retrying", e.getMessage());
                pause();
            } catch (RuntimeException | Error e) {
                // the thread must continue: without it, no run of this controller receives verdicts or reports
                log.error("inbox: reading failed; retrying", e);
                pause();
            }
            turned = System.nanoTime();
        }
        consumer.close();
    }

    /** Assigns all partitions, repeatedly: topics may be created later, and may get more partitions. */
    private void assign() {
        Set<TopicPartition> found = new HashSet<>();
        for (String topic : List.of(Topics.VERDICTS, Topics.ACKS)) {
            List<PartitionInfo> partitions = consumer.partitionsFor(topic, POLL.multipliedBy(5));
            if (partitions != null) {
                partitions.forEach(p -> found.add(new TopicPartition(p.topic(), p.partition())));
            }
        }
        var fresh = new ArrayList<>(found);
        fresh.removeAll(assigned);
        if (!fresh.isEmpty()) {
            assigned.addAll(fresh);
            consumer.assign(assigned);
            consumer.seekToEnd(fresh);
        }
    }

    void deliver(ConsumerRecord<String, byte[]> message) {
        byte[] value = message.value();
        if (value == null) {
            return;
        }
        try {
            if (message.topic().equals(Topics.VERDICTS)) {
                Verdict verdict = json.readValue(value, Verdict.class);
                reader.accept(verdict.pool(), new RunEvent.VerdictArrived(verdict));
            } else {
                RedirectReport report = json.readValue(value, RedirectReport.class);
                reader.accept(report.pool(), new RunEvent.ReportArrived(report));
            }
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
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
        java.util.concurrent.locks.LockSupport.parkNanos(POLL.toNanos());
    }
}
