package dev.redliner.testbench.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.Topics;
import dev.redliner.controller.ControllerApplication;
import dev.redliner.controller.schedule.Deploy;
import dev.redliner.controller.schedule.Deploys;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.service.ServiceYaml;
import dev.redliner.standalone.kafka.EmbeddedKafka;
import dev.redliner.testbench.MostlyWaits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Deploys that programs announce on Kafka, with a real broker. */
@MostlyWaits
class DeployTopicIT {
    private static final String SERVICE =
            """
            service: checkout
            pool: {hosts: [a=127.0.0.1:1, b=127.0.0.1:2], sut: a, maxShare: 80%}
            rules: [{id: p99, pass: 'latency.p99 <= duration("200ms")'}]
            """;

    @TempDir
    private Path folder;

    @Test
    void row_29_an_event_on_kafka_is_taken_once_also_by_controllers_that_start_later() throws Exception {
        try (var kafka = EmbeddedKafka.start(folder.resolve("kafka"), 0)) {
            try (var controller = controller(kafka)) {
                controller
                        .getBean(ServiceCatalog.class)
                        .apply(ServiceYaml.parse(null, SERVICE), SERVICE, OptionalLong.empty(), "test");
                awaitTopic(kafka);
                send(kafka, structured("e1", "checkout"), structured("e1", "checkout"), structured("e1", "checkout"));
                send(kafka, structured("e2", "unknown"), record("no event"), record("{}"), binary("e3"));
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(deploys(controller)).containsExactlyInAnyOrder("e1", "e3"));
            }
            // announced while no controller runs
            send(kafka, structured("e4", "checkout"), structured("e1", "checkout"));
            try (var restarted = controller(kafka)) {
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(deploys(restarted))
                        .containsExactlyInAnyOrder("e1", "e3", "e4"));
                Deploy binary = restarted.getBean(Deploys.class).of("checkout", Instant.EPOCH, 10).stream()
                        .filter(it -> it.id().equals("e3"))
                        .findFirst()
                        .orElseThrow();
                assertThat(binary.version()).isEqualTo("7.1");
                assertThat(binary.who()).isEqualTo("topic redliner.events.in");
            }
        }
    }

    private static List<String> deploys(ConfigurableApplicationContext controller) {
        return controller.getBean(Deploys.class).of("checkout", Instant.EPOCH, 10).stream()
                .map(Deploy::id)
                .toList();
    }

    private static ProducerRecord<String, byte[]> record(String value) {
        return new ProducerRecord<>(Topics.EVENTS_IN, value.getBytes(StandardCharsets.UTF_8));
    }

    private static ProducerRecord<String, byte[]> structured(String id, String service) {
        return record("{\"specversion\": \"1.0\", \"type\": \"dev.redliner.deploy\", \"source\": \"ci\", \"id\": \""
                + id + "\", \"subject\": \"" + service + "\", \"data\": {\"version\": \"7.0\"}}");
    }

    private static ProducerRecord<String, byte[]> binary(String id) {
        ProducerRecord<String, byte[]> record = record("{\"version\": \"7.1\"}");
        Map.of(
                        "ce_specversion", "1.0",
                        "ce_type", "dev.cdevents.service.deployed.0.2.0",
                        "ce_source", "ci",
                        "ce_id", id,
                        "ce_subject", "checkout")
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return record;
    }

    @SafeVarargs
    private static void send(EmbeddedKafka kafka, ProducerRecord<String, byte[]>... records) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            for (ProducerRecord<String, byte[]> record : records) {
                producer.send(record).get();
            }
        }
    }

    private static void awaitTopic(EmbeddedKafka kafka) throws Exception {
        try (var admin = Admin.create(Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> admin.listTopics().names().get().contains(Topics.EVENTS_IN));
        }
    }

    private ConfigurableApplicationContext controller(EmbeddedKafka kafka) {
        return new SpringApplicationBuilder(ControllerApplication.class)
                .properties("spring.config.name=controller,application")
                .run(Stream.of(
                                "server.port=0",
                                "redliner.data=" + folder.resolve("controller"),
                                "spring.kafka.bootstrap-servers=" + kafka.bootstrapServers())
                        .map("--"::concat)
                        .toArray(String[]::new));
    }
}
