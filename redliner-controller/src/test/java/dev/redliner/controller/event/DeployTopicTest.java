package dev.redliner.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.Topics;
import dev.redliner.controller.schedule.Deploys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class DeployTopicTest {
    private static final Instant NOW = Instant.parse("2027-01-10T12:00:00Z");

    private final List<DeployEvent> asked = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private int failures;
    private DeployTopic topic;

    @BeforeEach
    void start() {
        topic = new DeployTopic(
                () -> new MockConsumer<>("earliest"), this::take, Duration.ofMillis(20), () -> NOW, meters);
        topic.start();
    }

    @AfterEach
    void stop() {
        topic.stop();
    }

    private Optional<Deploys.Taken> take(DeployEvent event, String who, Instant now) {
        asked.add(event);
        if (failures-- > 0) {
            throw new DataAccessResourceFailureException("the database is away");
        }
        return event.service().equals("checkout") ? Optional.of(new Deploys.Taken(false, List.of())) : Optional.empty();
    }

    private static ConsumerRecord<String, byte[]> event(String service, Instant sent) {
        String text = "{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"ci\", \"id\": \"1\","
                + " \"subject\": \"" + service + "\"}";
        return record(text, sent);
    }

    private static ConsumerRecord<String, byte[]> record(String text, Instant sent) {
        return new ConsumerRecord<>(
                Topics.EVENTS_IN,
                0,
                0,
                sent.toEpochMilli(),
                TimestampType.CREATE_TIME,
                0,
                0,
                null,
                text.getBytes(StandardCharsets.UTF_8),
                new RecordHeaders(),
                Optional.empty());
    }

    private double refused() {
        return meters.get("redliner.controller.events.refused").counter().count();
    }

    @Test
    void an_event_waits_until_the_database_is_back() {
        failures = 3;
        topic.deliver(event("checkout", NOW));
        assertThat(asked).hasSize(4);
        assertThat(refused()).isZero();
    }

    @Test
    void a_reader_that_is_stopped_does_not_wait() throws Exception {
        failures = Integer.MAX_VALUE;
        var delivery = CompletableFuture.runAsync(() -> topic.deliver(event("checkout", NOW)));
        topic.stop();
        delivery.get(30, TimeUnit.SECONDS);
    }

    @Test
    void what_is_no_deploy_of_a_known_service_is_counted_and_skipped() {
        topic.deliver(event("unknown", NOW));
        topic.deliver(record("no json", NOW));
        topic.deliver(record("{\"specversion\": \"1.0\", \"type\": \"other\"}", NOW));
        assertThat(refused()).isEqualTo(3);
    }

    @Test
    void a_record_that_is_older_than_the_memory_of_deploys_is_left_out() {
        topic.deliver(event("checkout", NOW.minus(Duration.ofHours(13))));
        assertThat(asked).isEmpty();
        topic.deliver(event("checkout", NOW.minus(Duration.ofHours(11))));
        assertThat(asked).hasSize(1);
    }
}
