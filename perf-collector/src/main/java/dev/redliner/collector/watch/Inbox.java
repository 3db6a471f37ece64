package dev.redliner.collector.watch;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.kafka.TopicStart;
import dev.redliner.kafka.TopicTail;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Receives watches from Kafka, and pools if configured. */
public final class Inbox implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Inbox.class);
    private static final JsonMapper JSON = new JsonMapper();
    /** Frequent searches for partitions cost more than they bring. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

    // created in advance: the first use of a type costs some 100 ms, which would delay a watch
    private static final ObjectReader WATCHES = JSON.readerFor(Watch.class);
    private static final ObjectReader POOLS = JSON.readerFor(PoolRecord.class);

    /** Handles the received records. Called by the inbox's threads. */
    public interface Listener {
        /** A watch arrived or was renewed. */
        void onWatch(Watch watch);

        /** The declared pools changed; the map contains all pools by name. */
        void onPools(Map<String, Pool> pools);
    }

    private final Listener listener;
    private final Counter setAside;
    private final List<TopicTail> tails = new ArrayList<>();
    private final Map<String, PoolRecord> records = new HashMap<>();
    private boolean inBurst;

    /**
     * @param consumers creates consumers without a group, with String keys and byte values
     * @param readPools whether to read the pools too
     */
    public Inbox(
            Supplier<Consumer<String, byte[]>> consumers, boolean readPools, Listener listener, MeterRegistry meters) {
        this.listener = listener;
        this.setAside = Counter.builder("redliner.collector.set_aside")
                .description("Undecodable records from Kafka, skipped")
                .register(meters);
        tails.add(tail(Topics.WATCHES, TopicStart.END, consumers, this::takeWatch));
        if (readPools) {
            tails.add(tail(Topics.POOLS, TopicStart.BEGINNING, consumers, this::takePool));
        }
    }

    private static TopicTail tail(
            String topic,
            TopicStart start,
            Supplier<Consumer<String, byte[]>> consumers,
            java.util.function.Consumer<ConsumerRecord<String, byte[]>> handler) {
        return new TopicTail("collector-" + topic, List.of(topic), () -> start, LOOK_EVERY, consumers, handler);
    }

    public void start() {
        tails.forEach(TopicTail::start);
    }

    void takeWatch(ConsumerRecord<String, byte[]> entry) {
        if (entry.value() != null) {
            this.<Watch>decode(entry, WATCHES).ifPresent(listener::onWatch);
        }
    }

    void takePool(ConsumerRecord<String, byte[]> entry) {
        if (entry.value() != null) {
            this.<PoolRecord>decode(entry, POOLS).ifPresent(this::take);
        }
    }

    /** The record of a pool with the highest revision applies, regardless of the order of arrival. */
    private void take(PoolRecord record) {
        if (!record.supersedes(records.get(record.name()))) {
            return;
        }
        records.put(record.name(), record);
        var declared = new HashMap<String, Pool>();
        records.values().forEach(each -> {
            if (each.served() != null) {
                declared.put(each.name(), each.served());
            }
        });
        listener.onPools(Map.copyOf(declared));
    }

    private synchronized <T> Optional<T> decode(ConsumerRecord<String, byte[]> entry, ObjectReader reader) {
        try {
            Optional<T> value = Optional.of(reader.readValue(entry.value()));
            inBurst = false;
            return value;
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            setAside.increment();
            if (!inBurst) {
                log.warn(
                        "topic={} partition={} offset={} cannot be decoded: {}; skipped with those directly after it",
                        entry.topic(),
                        entry.partition(),
                        entry.offset(),
                        e.getMessage());
            }
            inBurst = true;
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        tails.forEach(TopicTail::close);
    }
}
