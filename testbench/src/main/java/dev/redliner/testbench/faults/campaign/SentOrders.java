package dev.redliner.testbench.faults.campaign;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.kafka.TopicSnapshot;
import dev.redliner.kafka.TopicStart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The controllers' orders, as the broker stores them. */
final class SentOrders {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration READ_WITHIN = Duration.ofSeconds(30);

    private SentOrders() {}

    /** All orders since a moment. The orders of one pool keep the order in which the broker took them. */
    static List<RedirectOrder> since(Instant from, String bootstrapServers) {
        var orders = new ArrayList<RedirectOrder>();
        boolean whole = new TopicSnapshot(Map.of("bootstrap.servers", bootstrapServers), READ_WITHIN)
                .read(
                        Topics.REDIRECTS,
                        TopicStart.since(from),
                        message -> orders.add(JSON.readValue(message.value(), RedirectOrder.class)));
        if (!whole) {
            throw new IllegalStateException("the orders cannot be read");
        }
        return orders;
    }
}
