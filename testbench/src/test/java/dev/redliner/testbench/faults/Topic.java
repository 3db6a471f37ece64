package dev.redliner.testbench.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** The broker as used by a client that should not use it, or that uses it wrongly. */
final class Topic implements AutoCloseable {
    private static final String OURS = "written-by-the-test";

    private final String name;
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;

    Topic(String bootstrapServers, String name) {
        // the client logs every setting
        LoggingSystem.get(Topic.class.getClassLoader()).setLogLevel("org.apache.kafka", LogLevel.WARN);
        this.name = name;
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers);
        this.producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
        this.consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                .map(partition -> new TopicPartition(name, partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    /** Writes a record and waits until the broker has it. */
    void send(String key, byte[] value) {
        try {
            var record = new ProducerRecord<>(name, key, value);
            record.headers().add(OURS, new byte[0]);
            producer.send(record).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Records from other clients since the last call, after a short wait. */
    List<ConsumerRecord<String, byte[]>> news() {
        var records = new ArrayList<ConsumerRecord<String, byte[]>>();
        consumer.poll(Duration.ofMillis(200)).forEach(record -> {
            if (record.headers().lastHeader(OURS) == null) {
                records.add(record);
            }
        });
        return records;
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
