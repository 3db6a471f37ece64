package dev.redliner.standalone.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaTest {
    private static final String TOPIC = "redliner.samples";
    private final Path folder;

    EmbeddedKafkaTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void records_and_offsets_survive_a_restart_and_zstd_works() throws Exception {
        int port;
        try (var kafka = start("cold", 0)) {
            port = kafka.port();
            createTopic(kafka);
            produce(kafka, "a", "b", "c");
            assertThat(consume(kafka, 3)).containsExactly("a", "b", "c");
        }
        try (var kafka = start("again", port)) {
            assertThat(kafka.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
            produce(kafka, "d");
            // the group continues after the offset that it committed before the restart
            assertThat(consume(kafka, 1)).containsExactly("d");
        }
        try (var kafka = start("elsewhere", 0)) {
            produce(kafka, "e");
            assertThat(consume(kafka, 1)).containsExactly("e");
        }
    }

    @Test
    void a_topic_nobody_created_does_not_come_into_being() throws Exception {
        try (var kafka = start("warm", 0);
                var admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            assertThatThrownBy(() ->
                            admin.describeTopics(Set.of("typo")).allTopicNames().get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
            assertThat(admin.listTopics().names().get()).doesNotContain("typo");
        }
    }

    private EmbeddedKafka start(String what, int port) {
        long begin = System.nanoTime();
        EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("kafka"), port);
        Runtime jvm = Runtime.getRuntime();
        System.out.printf(
                "%s start took %d ms, heap in use %d MiB%n",
                what, (System.nanoTime() - begin) / 1_000_000, (jvm.totalMemory() - jvm.freeMemory()) >> 20);
        return kafka;
    }

    private static void createTopic(EmbeddedKafka kafka) throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, Optional.of(8), Optional.empty())))
                    .all()
                    .get();
        }
    }

    private static void produce(EmbeddedKafka kafka, String... values) throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "compression.type", "zstd", "acks", "all");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>(TOPIC, "pool", value.getBytes(StandardCharsets.UTF_8)))
                        .get(10, TimeUnit.SECONDS);
            }
        }
    }

    private static List<String> consume(EmbeddedKafka kafka, int atLeast) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "group.id",
                "reader",
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                "false");
        var values = new ArrayList<String>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(TOPIC));
            for (int poll = 0; poll < 100 && values.size() < atLeast; poll++) {
                for (var entry : consumer.poll(Duration.ofMillis(200))) {
                    values.add(new String(entry.value(), StandardCharsets.UTF_8));
                }
            }
            consumer.commitSync();
        }
        return values;
    }
}
