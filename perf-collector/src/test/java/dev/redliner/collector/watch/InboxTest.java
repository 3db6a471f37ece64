package dev.redliner.collector.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.watch.Watch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class InboxTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Watch WATCH =
            WatchesTest.watch("1", "checkout", 200, Instant.parse("2026-11-20T12:00:00.123Z"));
    private static final Pool POOL = new Pool(
            "checkout",
            Tier.BACK_END,
            List.of(
                    new Host("a", "127.0.0.1", 8001, URI.create("http://127.0.0.1:8001/metrics")),
                    new Host("b", "", 0, null)),
            List.of("a"),
            new Share(100_000),
            new Share(600_000),
            null,
            new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of(URI.create("http://127.0.0.1:9901"))));

    private final BlockingQueue<Watch> watches = new LinkedBlockingQueue<>();
    private final BlockingQueue<Map<String, Pool>> pools = new LinkedBlockingQueue<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Inbox.Listener listener = new Inbox.Listener() {
        @Override
        public void onWatch(Watch watch) {
            watches.add(watch);
        }

        @Override
        public void onPools(Map<String, Pool> all) {
            pools.add(all);
        }
    };

    @Test
    void what_cannot_be_decoded_is_set_aside_and_the_rest_goes_on() {
        var inbox = new Inbox(() -> new MockConsumer<>("earliest"), false, listener, meters);
        inbox.takeWatch(entry(Topics.WATCHES, "{".getBytes(StandardCharsets.UTF_8)));
        inbox.takeWatch(entry(Topics.WATCHES, "null".getBytes(StandardCharsets.UTF_8)));
        inbox.takeWatch(entry(Topics.WATCHES, "{\"run\":\"1\"}".getBytes(StandardCharsets.UTF_8)));
        inbox.takeWatch(entry(Topics.WATCHES, new byte[] {0, -1, 7}));
        inbox.takeWatch(entry(Topics.WATCHES, JSON.writeValueAsBytes(WATCH)));
        assertThat(watches).containsExactly(WATCH);
        assertThat(meters.get("redliner.collector.set_aside").counter().count()).isEqualTo(4);
    }

    @Test
    void pools_come_and_go() {
        var inbox = new Inbox(() -> new MockConsumer<>("earliest"), true, listener, meters);
        inbox.takePool(entry(Topics.POOLS, JSON.writeValueAsBytes(PoolRecord.declared(POOL, 1))));
        inbox.takePool(entry(Topics.POOLS, null));
        inbox.takePool(entry(Topics.POOLS, JSON.writeValueAsBytes(new PoolRecord("checkout", 2, null, null))));
        assertThat(pools).containsExactly(Map.of("checkout", POOL), Map.of());
    }

    @Test
    void a_pool_record_of_a_lower_revision_changes_nothing_whenever_it_arrives() {
        var inbox = new Inbox(() -> new MockConsumer<>("earliest"), true, listener, meters);
        inbox.takePool(entry(Topics.POOLS, JSON.writeValueAsBytes(new PoolRecord("checkout", 6, null, null))));
        inbox.takePool(entry(Topics.POOLS, JSON.writeValueAsBytes(PoolRecord.declared(POOL, 5))));
        assertThat(pools).containsExactly(Map.of());
    }

    @Test
    void a_watch_on_any_partition_arrives_and_a_failing_consumer_is_replaced() throws Exception {
        var broken = new MockConsumer<String, byte[]>("earliest") {
            @Override
            public synchronized List<PartitionInfo> partitionsFor(String topic, java.time.Duration timeout) {
                throw new KafkaException("broken");
            }
        };
        MockConsumer<String, byte[]> working = consumer();
        var consumers = new LinkedBlockingQueue<>(List.of(broken, working));
        try (var inbox = new Inbox(consumers::remove, false, listener, meters)) {
            working.schedulePollTask(() -> working.addRecord(
                    new ConsumerRecord<>(Topics.WATCHES, 1, 0, "checkout", JSON.writeValueAsBytes(WATCH))));
            inbox.start();
            assertThat(watches.poll(10, TimeUnit.SECONDS)).isEqualTo(WATCH);
            assertThat(working.assignment()).hasSize(2);
        }
        assertThat(working.closed()).isTrue();
    }

    private static MockConsumer<String, byte[]> consumer() {
        var consumer = new MockConsumer<String, byte[]>("earliest");
        var node = new Node(0, "localhost", 1);
        var partitions = List.of(0, 1);
        consumer.updatePartitions(
                Topics.WATCHES,
                partitions.stream()
                        .map(each ->
                                new PartitionInfo(Topics.WATCHES, each, node, new Node[] {node}, new Node[] {node}))
                        .toList());
        for (int partition : Set.copyOf(partitions)) {
            consumer.updateBeginningOffsets(Map.of(new TopicPartition(Topics.WATCHES, partition), 0L));
            consumer.updateEndOffsets(Map.of(new TopicPartition(Topics.WATCHES, partition), 0L));
        }
        return consumer;
    }

    private static ConsumerRecord<String, byte[]> entry(String topic, byte @Nullable [] value) {
        return new ConsumerRecord<>(topic, 0, 0, "checkout", value);
    }
}
