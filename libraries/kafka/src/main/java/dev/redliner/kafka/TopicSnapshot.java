package dev.redliner.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a topic once, up to its present end. */
public final class TopicSnapshot {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Supplier<Consumer<String, byte[]>> consumers;
    private final Duration patience;

    /**
     * @param connection brokers, security and other settings of a consumer, without deserializers
     * @param patience limit for one topic, and for each answer of a broker
     */
    public TopicSnapshot(Map<String, Object> connection, Duration patience) {
        var own = Map.copyOf(connection);
        this.consumers = () -> TopicReader.consumer(own);
        this.patience = patience;
    }

    TopicSnapshot(Supplier<Consumer<String, byte[]>> consumers, Duration patience) {
        this.consumers = consumers;
        this.patience = patience;
    }

    /**
     * Passes on all records of the topic. A topic that does not exist has none.
     *
     * @return whether all records could be read in time; those that were read have been passed on in any case
     * @throws org.apache.kafka.common.KafkaException if no broker answers
     */
    public boolean read(
            String topic, TopicStart start, java.util.function.Consumer<ConsumerRecord<String, byte[]>> handler) {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            var reader = new TopicReader(consumer, patience);
            reader.follow(topic, start);
            long until = System.nanoTime() + patience.toNanos();
            while (reader.followsAny() && !reader.caughtUp(topic)) {
                if (System.nanoTime() > until) {
                    return false;
                }
                reader.poll(POLL).forEach(handler);
            }
            return true;
        }
    }
}
