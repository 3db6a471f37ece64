package dev.redliner.controller.inbox;

import dev.redliner.contracts.StopOrder;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.kafka.TopicReader;
import dev.redliner.kafka.TopicStart;
import dev.redliner.kafka.TopicTail;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    private final TopicTail tail;
    private final JsonMapper json;
    private final BiConsumer<String, RunEvent> reader;
    private final Counter undecodable;
    private volatile boolean running;

    /** Creates an inbox on a broker. The reader receives the pool and the event. */
    public static KafkaInbox on(
            Map<String, Object> kafka, JsonMapper json, BiConsumer<String, RunEvent> reader, MeterRegistry meters) {
        var settings = new HashMap<>(kafka);
        // if the position is gone, old reports must not appear to be new
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return new KafkaInbox(() -> TopicReader.consumer(settings), json, reader, meters);
    }

    KafkaInbox(
            Supplier<Consumer<String, byte[]>> consumers,
            JsonMapper json,
            BiConsumer<String, RunEvent> reader,
            MeterRegistry meters) {
        this.tail = new TopicTail(
                "redliner-controller-inbox",
                List.of(Topics.VERDICTS, Topics.ACKS),
                () -> TopicStart.END,
                LOOK_EVERY,
                consumers,
                this::deliver);
        this.json = json;
        this.reader = reader;
        this.undecodable = Counter.builder("redliner.controller.undecodable")
                .description("Unreadable records, skipped")
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

    /** Whether the inbox reads or at least tries to; false if its thread hangs or has ended. */
    public boolean reads() {
        return running && tail.reads();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.CONTROLLER;
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
}
