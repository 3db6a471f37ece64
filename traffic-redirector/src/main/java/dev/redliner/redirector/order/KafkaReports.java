package dev.redliner.redirector.order;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.kafka.LogLimit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends reports to {@link Topics#ACKS} from a separate thread, because a producer blocks while Kafka is unavailable.
 * Reports that cannot be sent soon are dropped: a late report has no value, and the next one repeats its content.
 */
public final class KafkaReports implements Reports, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReports.class);
    private static final int WAITING = 1_000;
    private static final int BLOCK_MS = 1_000;
    private static final int DELIVERY_MS = 4_000;
    private static final int REQUEST_MS = 2_000;
    private static final Duration CLOSING = Duration.ofSeconds(1);
    private static final long WAIT_MS = 100;

    private final Producer<String, byte[]> producer;
    private final InstantSource clock;
    private final OrderMetrics metrics;
    private final JsonMapper json = JsonMapper.builder().build();
    private final BlockingQueue<RedirectReport> waiting = new ArrayBlockingQueue<>(WAITING);
    private final Thread thread = new Thread(this::run, "redirector-reports");
    private final LogLimit failures = new LogLimit();
    private volatile boolean closing;

    /**
     * @param properties properties of the producer, without the serializers
     * @param clock limits the rate of log lines
     */
    public KafkaReports(Map<String, Object> properties, InstantSource clock, OrderMetrics metrics) {
        this(
                new KafkaProducer<>(settings(properties), new StringSerializer(), new ByteArraySerializer()),
                clock,
                metrics);
    }

    KafkaReports(Producer<String, byte[]> producer, InstantSource clock, OrderMetrics metrics) {
        this.producer = producer;
        this.clock = clock;
        this.metrics = metrics;
        thread.setDaemon(true);
        thread.start();
    }

    private static Map<String, Object> settings(Map<String, Object> properties) {
        var settings = new HashMap<>(properties);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        return settings;
    }

    @Override
    public void send(RedirectReport report) {
        while (!waiting.offer(report)) {
            // the oldest report is the least useful one
            if (waiting.poll() != null) {
                metrics.reportDropped();
            }
        }
    }

    private void run() {
        try {
            while (!closing || !waiting.isEmpty()) {
                RedirectReport report = waiting.poll(WAIT_MS, TimeUnit.MILLISECONDS);
                if (report != null) {
                    deliver(report);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            producer.close(CLOSING);
        }
    }

    private void deliver(RedirectReport report) {
        try {
            producer.send(
                    new ProducerRecord<>(Topics.ACKS, report.pool(), json.writeValueAsBytes(report)),
                    (metadata, failure) -> failed(failure));
        } catch (KafkaException e) {
            failed(e);
        } catch (RuntimeException | Error e) {
            // the thread must survive: without it no controller would receive confirmations any more
            LOG.error("reports: a report could not be sent; continuing with the next", e);
            metrics.reportDropped();
        }
    }

    private void failed(@Nullable Exception failure) {
        if (failure == null) {
            return;
        }
        metrics.reportDropped();
        failures.next(clock.instant())
                .ifPresent(count -> LOG.warn(
                        "reports: sending to Kafka failed ({} since the last log line): {}",
                        count,
                        failure.toString()));
    }

    /** Sends the waiting reports for a short time, and then closes. */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(CLOSING.multipliedBy(2).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
