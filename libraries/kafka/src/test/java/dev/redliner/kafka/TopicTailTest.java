package dev.redliner.kafka;

import static dev.redliner.kafka.Brokers.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class TopicTailTest {
    private final Brokers brokers = new Brokers();
    private final List<Long> taken = new CopyOnWriteArrayList<>();

    @Test
    void continues_at_its_position_after_a_failure() {
        brokers.partition(0, 0);
        brokers.schedulePollTask(() -> brokers.record(0, 0));
        brokers.schedulePollTask(() -> brokers.setPollException(new KafkaException("the broker left")));
        brokers.schedulePollTask(() -> brokers.record(0, 1));
        try (TopicTail tail = tail(() -> brokers)) {
            tail.start();
            await().untilAsserted(() -> assertThat(taken).containsExactly(0L, 1L));
            assertThat(tail.reads()).isTrue();
        }
        assertThat(brokers.closed()).isTrue();
    }

    @Test
    void a_consumer_that_cannot_be_created_is_created_later() {
        brokers.partition(0, 0);
        brokers.schedulePollTask(() -> brokers.record(0, 0));
        var attempts = new AtomicInteger();
        try (TopicTail tail = tail(() -> {
            if (attempts.incrementAndGet() == 1) {
                throw new KafkaException("no such name");
            }
            return brokers;
        })) {
            tail.start();
            await().untilAsserted(() -> assertThat(taken).containsExactly(0L));
        }
    }

    @Test
    void a_record_that_its_handler_cannot_take_does_not_end_the_tail() {
        brokers.partition(0, 0);
        brokers.schedulePollTask(() -> {
            brokers.record(0, 0);
            brokers.record(0, 1);
        });
        try (var tail = new TopicTail(
                "test", List.of(TOPIC), () -> TopicStart.END, Duration.ofMillis(50), () -> brokers, message -> {
                    if (message.offset() == 0) {
                        throw new IllegalStateException("a mistake");
                    }
                    taken.add(message.offset());
                })) {
            tail.start();
            await().untilAsserted(() -> assertThat(taken).containsExactly(1L));
        }
    }

    @Test
    void a_tail_that_is_closed_does_not_read() {
        TopicTail tail = tail(() -> brokers);
        tail.start();
        tail.close();
        assertThat(tail.reads()).isFalse();
    }

    private TopicTail tail(Supplier<Consumer<String, byte[]>> consumers) {
        return new TopicTail(
                "test",
                List.of(TOPIC),
                () -> TopicStart.END,
                Duration.ofMillis(50),
                consumers,
                message -> taken.add(message.offset()));
    }
}
