package dev.redliner.testbench.serve;

import static dev.redliner.testbench.serve.ServeProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.contracts.Topics;
import dev.redliner.standalone.restore.RestoreCommand;
import dev.redliner.testbench.MostlyWaits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The emergency commands that stop a run at once, on a real server with a real Envoy and real traffic. */
@MostlyWaits
@TestInstance(Lifecycle.PER_CLASS)
class LeverAndRestoreIT {
    @TempDir
    private static Path folder;

    private ServedShop shop;
    private ServeProcess server;

    @BeforeAll
    void start() {
        shop = new ServedShop(folder);
        server = shop.server();
    }

    @AfterAll
    void stop() {
        if (shop != null) {
            shop.close();
        }
    }

    /** An answer of the command line. */
    private record Said(int code, String text) {}

    private Said redliner(String... arguments) {
        var out = new ByteArrayOutputStream();
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = new RedlinerCli(stream, stream)
                .commandLine(new RestoreCommand())
                .execute(arguments);
        return new Said(code, out.toString(StandardCharsets.UTF_8));
    }

    private Said asked(String... arguments) {
        var all = new ArrayList<>(List.of("--server", server.url()));
        all.addAll(List.of(arguments));
        return redliner(all.toArray(String[]::new));
    }

    @Test
    void an_engaged_lever_ends_the_run_restores_its_traffic_and_refuses_starts_until_it_is_released() {
        String run = shop.rampingRun();

        assertThat(asked("lever", "engage", "--why", "users complain").code()).isZero();

        shop.awaitBaseline();
        await("the run to end", () -> shop.state(run).equals("ABORTED"));
        assertThat(server.run(run).at("/reason").asString()).contains("users complain");
        assertThat(server.run(run).at("/restored/verified").asBoolean()).isTrue();
        Said refused = asked("run", "start", "shop");
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.text()).contains("safety lever", "users complain");
        assertThat(asked("run", "list").text()).contains("safety lever is engaged");

        server.kill();
        server.start();
        assertThat(asked("lever", "show").text()).as("after a kill").contains("engaged", "users complain");
        assertThat(asked("run", "start", "shop").code()).isEqualTo(4);

        assertThat(asked("lever", "release", "--why", "all is well").code()).isZero();
        String next = shop.startedRun();
        asked("run", "abort", next);
        await("the next run to end", () -> shop.state(next).equals("ABORTED"));
        awaitAudited(run, next);
        assertThat(events(next))
                .as("on the topic for other programs, after a restart")
                .contains("dev.redliner.lever.released", "dev.redliner.run.accepted", "dev.redliner.run.ended");
    }

    /** The types of the events until the end of the run is among them. */
    private List<String> events(String run) {
        Map<String, Object> settings = Map.of("bootstrap.servers", server.kafka(), "auto.offset.reset", "earliest");
        var types = new ArrayList<String>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(Topics.EVENTS_OUT).stream()
                    .map(partition -> new TopicPartition(Topics.EVENTS_OUT, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            await("the end of the run on the topic", () -> {
                boolean ended = false;
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    JsonNode event = JsonMapper.shared().readTree(record.value());
                    String type = event.path("type").asString();
                    types.add(type);
                    ended |= type.equals("dev.redliner.run.ended")
                            && event.path("subject").asString().equals("shop/" + run);
                }
                return ended;
            });
        }
        return types;
    }

    private void awaitAudited(String run, String next) {
        await("the end in the audit log", () -> audit(next).contains("run.ended"));
        assertThat(asked("audit", "verify").code()).isZero();
        assertThat(audit(run)).contains("run.accepted", "traffic.asked", "run.ended");
        JsonNode stopped = json("/api/v1/audit?limit=1000&subject=" + run)
                .valueStream()
                .filter(it -> it.path("after").asString().equals("RESTORING"))
                .findFirst()
                .orElseThrow();
        assertThat(stopped.path("who").asString()).isEqualTo("127.0.0.1");
        assertThat(stopped.path("why").asString()).contains("users complain");
        JsonNode engaged = entry("lever.engaged");
        assertThat(engaged.path("who").asString()).isEqualTo("127.0.0.1");
        assertThat(engaged.path("why").asString()).isEqualTo("users complain");
        assertThat(engaged.path("at").asString()).startsWith("20");
        assertThat(entry("lever.released").path("why").asString()).isEqualTo("all is well");
    }

    private List<String> audit(String subject) {
        return json("/api/v1/audit?limit=1000&subject=" + subject)
                .valueStream()
                .map(it -> it.path("action").asString())
                .toList();
    }

    private JsonNode entry(String action) {
        return json("/api/v1/audit?limit=1000")
                .valueStream()
                .filter(it -> it.path("action").asString().equals(action))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode json(String path) {
        return server.json(server.get(path));
    }

    @Test
    void restore_all_ends_a_ramp_and_sees_every_envoy_back() {
        String run = shop.rampingRun();

        Said said = asked("restore", "--all", "--why", "to be sure");

        assertThat(said.text()).contains("shop", "yes");
        assertThat(said.code()).isZero();
        assertThat(shop.overridden()).isFalse();
        shop.awaitBaseline();
        await("the run to end", () -> shop.state(run).equals("ABORTED"));
        assertThat(asked("restore", "--all").code()).as("a second time").isZero();
    }

    @Test
    void restore_all_after_a_kill_reads_the_journal_itself_and_sees_the_envoy_back() {
        String run = shop.rampingRun();

        server.kill();
        Said said = asked("restore", "--all", "--data", folder.resolve("data").toString(), "--kafka", "127.0.0.1:1");

        assertThat(said.text()).contains("Going on without a server", "run " + run, "yes", "baseline");
        assertThat(said.code()).isZero();
        assertThat(shop.overridden()).isFalse();
        shop.awaitBaseline();
        server.start();
        await("the run to be ended", () -> shop.state(run).equals("INTERRUPTED"));
        assertThat(audit("")).contains("restore.asked");
        assertThat(asked("audit", "verify").code()).isZero();
    }

    @Test
    void restore_all_works_beside_a_server_that_is_not_asked() {
        // the command reports the database that it cannot open, and still checks the Envoys
        Said said = redliner(
                "restore",
                "--all",
                "--offline",
                "--data",
                folder.resolve("data").toString(),
                "--kafka",
                server.kafka());

        assertThat(said.text()).contains("cannot be read", "orders to restore sent to", "shop", "baseline");
        assertThat(said.code()).isZero();
    }
}
