package dev.redliner.testbench.faults.campaign;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.redirect.RedirectOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.json.JsonMapper;

/** The controllers' orders, as the broker stores them. */
final class SentOrders {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration READ_WITHIN = Duration.ofSeconds(30);

    private SentOrders() {}

    /** All orders since a moment. The orders of one pool keep the order in which the broker took them. */
    static List<RedirectOrder> since(Instant from, String bootstrapServers) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", false);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(Topics.REDIRECTS).stream()
                    .map(it -> new TopicPartition(Topics.REDIRECTS, it.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.offsetsForTimes(partitions.stream().collect(Collectors.toMap(it -> it, it -> from.toEpochMilli())))
                    .forEach((partition, found) ->
                            consumer.seek(partition, found == null ? ends.get(partition) : found.offset()));
            return read(consumer, ends);
        }
    }

    private static List<RedirectOrder> read(KafkaConsumer<String, byte[]> consumer, Map<TopicPartition, Long> ends) {
        var orders = new ArrayList<RedirectOrder>();
        long until = System.nanoTime() + READ_WITHIN.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("the orders cannot be read");
            }
            consumer.poll(POLL).forEach(record -> orders.add(JSON.readValue(record.value(), RedirectOrder.class)));
        }
        return orders;
    }
}
