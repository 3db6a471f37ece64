package dev.redliner.kafka;

import static dev.redliner.kafka.Brokers.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicReaderTest {
    private static final TopicPartition FIRST = new TopicPartition(TOPIC, 0);
    private static final TopicPartition SECOND = new TopicPartition(TOPIC, 1);
    private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

    private final Brokers brokers = new Brokers();
    private final TopicReader reader = new TopicReader(brokers);

    @Test
    void a_topic_that_does_not_exist_yet_is_found_later() {
        assertThat(reader.follow(TOPIC, TopicStart.END)).isEmpty();
        assertThat(reader.followsAny()).isFalse();
        assertThat(reader.caughtUp(TOPIC)).isFalse();

        brokers.partition(0, 0);

        assertThat(reader.follow(TOPIC, TopicStart.END)).containsExactly(FIRST);
        assertThat(reader.follow(TOPIC, TopicStart.END)).isEmpty();
        assertThat(reader.follows(TOPIC)).isTrue();
        assertThat(reader.follows("other")).isFalse();
    }

    @Test
    void from_the_beginning_every_earlier_record_is_taken_before_the_topic_is_caught_up() {
        brokers.partition(0, 2);
        reader.follow(TOPIC, TopicStart.BEGINNING);
        brokers.record(0, 0);
        assertThat(poll()).containsExactly("0:0");
        assertThat(reader.caughtUp(TOPIC)).isFalse();

        brokers.record(0, 1);
        brokers.record(0, 2);

        assertThat(reader.isEarlier(Brokers.message(0, 1))).isTrue();
        assertThat(reader.isEarlier(Brokers.message(0, 2))).isFalse();
        assertThat(poll()).containsExactly("0:1", "0:2");
        assertThat(reader.caughtUp(TOPIC)).isTrue();
    }

    @Test
    void from_the_end_no_earlier_record_is_taken() {
        brokers.partition(0, 5);
        reader.follow(TOPIC, TopicStart.END);
        assertThat(brokers.position(FIRST)).isEqualTo(5);
        assertThat(reader.caughtUp(TOPIC)).isTrue();
    }

    @Test
    void since_a_time_begins_at_its_first_record_or_at_the_end_if_there_is_none() {
        brokers.partition(0, 5);
        brokers.partition(1, 7);
        brokers.byTime.put(FIRST, 3L);
        reader.follow(TOPIC, TopicStart.since(NOON));
        assertThat(brokers.position(FIRST)).isEqualTo(3);
        assertThat(brokers.position(SECOND)).isEqualTo(7);
        assertThat(reader.caughtUp(TOPIC)).isFalse();
    }

    @Test
    void a_partition_that_is_added_later_is_read_from_its_beginning() {
        brokers.partition(0, 5);
        reader.follow(TOPIC, TopicStart.END);
        brokers.partition(1, 2);
        assertThat(reader.follow(TOPIC, TopicStart.END)).containsExactly(SECOND);
        assertThat(brokers.position(FIRST)).isEqualTo(5);
        assertThat(brokers.position(SECOND)).isZero();
    }

    private List<String> poll() {
        var taken = new ArrayList<String>();
        reader.poll(Duration.ZERO).forEach(each -> taken.add(each.partition() + ":" + each.offset()));
        return taken;
    }
}
