package dev.redliner.redirector.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.kafka.TopicReader;
import dev.redliner.redirector.Samples;
import dev.redliner.redirector.TestMoments;
import dev.redliner.redirector.xds.ConfigCache;
import dev.redliner.redirector.xds.RuntimeHub;
import dev.redliner.redirector.xds.XdsMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class OrderReaderTest {
    private static final TopicPartition POOLS = new TopicPartition(Topics.POOLS, 0);
    private static final TopicPartition ORDERS = new TopicPartition(Topics.REDIRECTS, 0);

    private final TestMoments time = new TestMoments();
    private final InstantSource clock = time::wall;
    private final JsonMapper json = JsonMapper.builder().build();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<RedirectReport> reports = new ArrayList<>();
    private final OrderHandler handler = new OrderHandler(
            "replica-1",
            Duration.ofSeconds(30),
            time,
            new RuntimeHub(Duration.ofSeconds(3), time, new XdsMetrics(registry)),
            new ConfigCache(),
            reports::add,
            new OrderMetrics(registry));
    private final Map<TopicPartition, Long> asked = new HashMap<>();
    private long firstOrderInTime = 0;
    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest") {
        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> times, Duration timeout) {
            asked.putAll(times);
            return Map.of(ORDERS, new OffsetAndTimestamp(firstOrderInTime, times.get(ORDERS)));
        }
    };
    private final OrderReader reader = new OrderReader(
            new TopicReader(consumer), handler, Duration.ofMinutes(10), clock, new OrderMetrics(registry));

    private void exists(TopicPartition partition, long end) {
        consumer.updatePartitions(
                partition.topic(),
                List.of(new PartitionInfo(partition.topic(), partition.partition(), null, null, null)));
        consumer.updateBeginningOffsets(Map.of(partition, 0L));
        consumer.updateEndOffsets(Map.of(partition, end));
    }

    private void record(TopicPartition partition, long offset, byte @Nullable [] value) {
        consumer.addRecord(new ConsumerRecord<>(partition.topic(), partition.partition(), offset, "checkout", value));
    }

    private void order(long offset, RedirectOrder order) {
        record(ORDERS, offset, json.writeValueAsBytes(order));
    }

    private void poll() {
        time.pass(Duration.ofSeconds(2));
        reader.poll(Duration.ZERO);
    }

    private void poolIsKnown() {
        exists(POOLS, 1);
        poll();
        record(POOLS, 0, json.writeValueAsBytes(Samples.declared(Samples.pool("checkout"))));
        poll();
        reports.clear();
    }

    @Test
    void missing_topics_are_waited_for() {
        poll();
        assertThat(reader.hasPartitions()).isFalse();
        exists(POOLS, 0);
        poll();
        assertThat(reader.hasPartitions()).isTrue();
    }

    @Test
    void a_clock_that_is_set_back_does_not_delay_the_search_for_topics() {
        poll();
        exists(POOLS, 0);
        time.setWallBy(Duration.ofHours(-1));
        reader.poll(Duration.ZERO);
        assertThat(reader.hasPartitions()).isTrue();
    }

    @Test
    void orders_are_not_read_before_all_pools_are_known() {
        exists(POOLS, 1);
        exists(ORDERS, 0);
        poll();
        assertThat(consumer.assignment()).containsExactly(POOLS);
        record(POOLS, 0, json.writeValueAsBytes(Samples.declared(Samples.pool("checkout"))));
        poll();
        poll();
        assertThat(consumer.assignment()).containsExactlyInAnyOrder(POOLS, ORDERS);
        assertThat(handler.pool("checkout")).contains(Samples.pool("checkout"));
        assertThat(reader.caughtUp()).isTrue();
    }

    @Test
    void what_was_ordered_before_the_start_raises_the_fence_in_silence_and_what_comes_after_is_answered() {
        poolIsKnown();
        exists(ORDERS, 2);
        firstOrderInTime = 1;
        poll();
        assertThat(asked.get(ORDERS))
                .isEqualTo(time.wall().minus(Duration.ofMinutes(10)).toEpochMilli());
        order(1, Samples.shift("checkout", 8, 1, 0.2, time.wall().minusSeconds(60)));
        poll();
        assertThat(reports).isEmpty();
        order(2, Samples.shift("checkout", 7, 1, 0.2, time.wall()));
        poll();
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).reason()).startsWith("stale-token");
    }

    @Test
    void what_cannot_be_decoded_is_set_aside_and_the_partition_goes_on() {
        poolIsKnown();
        exists(ORDERS, 0);
        poll();
        record(ORDERS, 0, "{\"pool\":".getBytes(StandardCharsets.UTF_8));
        record(ORDERS, 1, "{\"pool\":\"checkout\",\"token\":0}".getBytes(StandardCharsets.UTF_8));
        record(ORDERS, 2, null);
        record(ORDERS, 3, new byte[] {(byte) 0xff, 0, 1});
        order(4, Samples.shift("checkout", 7, 1, 0.2, time.wall().plusSeconds(2)));
        poll();
        assertThat(registry.get("redliner.redirector.records.set.aside")
                        .counter()
                        .count())
                .isEqualTo(4);
        assertThat(reports).extracting(RedirectReport::lease).containsExactly(RedirectReport.Lease.LIVE);
    }

    @Test
    void orders_of_an_earlier_and_of_a_later_version_are_obeyed() {
        poolIsKnown();
        exists(ORDERS, 0);
        poll();
        String today = json.writeValueAsString(
                Samples.shift("checkout", 7, 1, 0.2, time.wall().plusSeconds(2)));
        String earlier = today.replace(",\"why\":null", "");
        String later = today.replace("\"why\":null", "\"because\":4711").replace("\"sequence\":1", "\"sequence\":2");
        assertThat(List.of(earlier, later)).noneMatch(it -> it.contains("why"));
        record(ORDERS, 0, earlier.getBytes(StandardCharsets.UTF_8));
        record(ORDERS, 1, later.getBytes(StandardCharsets.UTF_8));
        poll();
        assertThat(reports)
                .extracting(RedirectReport::lease, RedirectReport::sequence)
                .containsExactly(tuple(RedirectReport.Lease.LIVE, 1L), tuple(RedirectReport.Lease.LIVE, 2L));
    }

    @Test
    void a_pool_without_value_is_set_aside_and_its_envoys_keep_what_they_have() {
        poolIsKnown();
        record(POOLS, 1, null);
        poll();
        assertThat(handler.pool("checkout")).isPresent();
        assertThat(registry.get("redliner.redirector.records.set.aside")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void the_pool_of_the_higher_revision_stays_whatever_arrives_last() {
        poolIsKnown();
        Pool newer = Samples.pool("checkout", Tier.BACK_END, Mode.RUNTIME_ONLY, 0, 18_091, 18_092);
        record(POOLS, 1, json.writeValueAsBytes(PoolRecord.declared(newer, 6)));
        record(POOLS, 2, json.writeValueAsBytes(PoolRecord.declared(Samples.pool("checkout"), 5)));
        poll();
        assertThat(handler.pool("checkout")).contains(newer);
    }

    @Test
    void a_withdrawn_pool_is_not_brought_back_by_an_older_record() {
        poolIsKnown();
        record(POOLS, 1, json.writeValueAsBytes(new PoolRecord("checkout", 6, null, null)));
        record(POOLS, 2, json.writeValueAsBytes(PoolRecord.declared(Samples.pool("checkout"), 5)));
        poll();
        assertThat(handler.pool("checkout")).isEmpty();
    }

    @Test
    void a_record_in_the_form_of_a_bare_pool_is_set_aside() {
        poolIsKnown();
        record(POOLS, 1, json.writeValueAsBytes(Samples.pool("checkout")));
        poll();
        assertThat(handler.pool("checkout")).isPresent();
        assertThat(registry.get("redliner.redirector.records.set.aside")
                        .counter()
                        .count())
                .isEqualTo(1);
    }
}
