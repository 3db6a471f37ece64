package dev.redliner.kafka;

import static dev.redliner.kafka.Brokers.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicSnapshotTest {
    private final Brokers brokers = new Brokers();
    private final List<Long> taken = new ArrayList<>();

    @Test
    void reads_to_the_end() {
        brokers.partition(0, 2);
        brokers.schedulePollTask(() -> {
            brokers.record(0, 0);
            brokers.record(0, 1);
        });
        assertThat(read(Duration.ofSeconds(10))).isTrue();
        assertThat(taken).containsExactly(0L, 1L);
    }

    @Test
    void a_topic_that_cannot_be_read_to_its_end_in_time_is_not_whole() {
        brokers.partition(0, 2);
        brokers.schedulePollTask(() -> brokers.record(0, 0));
        assertThat(read(Duration.ofMillis(50))).isFalse();
        assertThat(taken).containsExactly(0L);
    }

    @Test
    void a_topic_that_does_not_exist_has_no_records() {
        assertThat(read(Duration.ofSeconds(10))).isTrue();
        assertThat(taken).isEmpty();
    }

    private boolean read(Duration patience) {
        return new TopicSnapshot(() -> brokers, patience)
                .read(TOPIC, TopicStart.BEGINNING, message -> taken.add(message.offset()));
    }
}
