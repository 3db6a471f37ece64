package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.ship.ShipperSettings;
import dev.redliner.collector.watch.InboxSettings;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

class ClientSettingsTest {
    private static final Map<String, Object> CONNECTION = Map.of("bootstrap.servers", "127.0.0.1:1");

    @Test
    void the_metrics_of_no_client_are_beans_of_jmx() throws JMException {
        var inbox = new HashMap<>(InboxSettings.of(CONNECTION));
        inbox.put("key.deserializer", StringDeserializer.class);
        inbox.put("value.deserializer", StringDeserializer.class);
        try (var producer = new KafkaProducer<String, byte[]>(ShipperSettings.of(CONNECTION));
                var consumer = new KafkaConsumer<String, String>(inbox)) {
            assertThat(producer.metrics()).isNotEmpty();
            assertThat(consumer.metrics()).isNotEmpty();

            assertThat(ManagementFactory.getPlatformMBeanServer()
                            .queryNames(new ObjectName("kafka.*:*,type=*-metrics"), null))
                    .noneMatch(name ->
                            String.valueOf(name.getKeyProperty("client-id")).startsWith("redliner-collector"));
        }
    }
}
