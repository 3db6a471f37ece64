package dev.redliner.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TopicCreationTest {
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    @Test
    void tries_until_it_succeeded_and_then_no_more() {
        try (var topics = creation(3)) {
            topics.start();
            await().until(topics::isDone);
            assertThat(failures).containsExactly("no broker 1", "no broker 2");
            await().during(Duration.ofMillis(50)).until(() -> attempts.get() == 3);
        }
    }

    @Test
    void tries_no_more_when_it_is_closed() {
        var topics = creation(Integer.MAX_VALUE);
        topics.start();
        await().until(() -> attempts.get() > 1);
        topics.close();
        int then = attempts.get();
        await().during(Duration.ofMillis(50)).until(() -> attempts.get() <= then + 1);
        assertThat(topics.isDone()).isFalse();
    }

    private TopicCreation creation(int succeedsAt) {
        return new TopicCreation(
                "test",
                () -> {
                    int attempt = attempts.incrementAndGet();
                    if (attempt < succeedsAt) {
                        throw new IllegalStateException("no broker " + attempt);
                    }
                },
                Duration.ofMillis(5),
                failure -> failures.add(String.valueOf(failure.getMessage())));
    }
}
