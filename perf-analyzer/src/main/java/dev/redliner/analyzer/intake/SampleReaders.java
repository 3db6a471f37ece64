package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.traffic.TrafficIntake;
import dev.redliner.contracts.StopOrder;
import dev.redliner.contracts.traffic.TrafficMinute;
import dev.redliner.contracts.verdict.Verdict;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.json.JsonMapper;

/**
 * The threads that read samples, counts and watches. Each thread has its own consumer and the state of its pools. The range
 * assignor gives one consumer the same partitions of all topics, so that it receives the samples, the counts and
 * the watch of a pool.
 */
public final class SampleReaders implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(SampleReaders.class);
    private static final long RETRY_MILLIS = 1_000;
    private static final long STOP_SECONDS = 10;

    private final Map<String, Object> kafka;
    private final IntakeSettings settings;
    private final JsonMapper json;
    private final Consumer<Verdict> verdicts;
    private final Consumer<TrafficMinute> minutes;
    private final MeterRegistry registry;
    private final InstantSource clock;
    private final IntakeMeters meters;
    private final List<SampleConsumer> reading = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile CountDownLatch stopped = new CountDownLatch(0);

    /**
     * @param kafka connection settings of a consumer; the settings that this class requires override them
     * @param verdicts called on the reading threads, must not block for long
     * @param minutes receives pools' minutes of traffic; called on the reading threads, must not block for long
     */
    public SampleReaders(
            Map<String, Object> kafka,
            IntakeSettings settings,
            JsonMapper json,
            Consumer<Verdict> verdicts,
            Consumer<TrafficMinute> minutes,
            InstantSource clock,
            MeterRegistry registry) {
        this.kafka = consumerSettings(kafka);
        this.settings = settings;
        this.json = json;
        this.verdicts = verdicts;
        this.minutes = minutes;
        this.registry = registry;
        this.clock = clock;
        meters = new IntakeMeters(registry);
    }

    /** Whether every thread holds partitions and has polled recently. */
    public boolean isReading() {
        Instant now = clock.instant();
        return reading.size() == settings.threads() && reading.stream().allMatch(each -> each.isReading(now));
    }

    static Map<String, Object> consumerSettings(Map<String, Object> connection) {
        var settings = new HashMap<>(connection);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, "redliner-analyzer");
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, RangeAssignor.class.getName());
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 2_000);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_500);
        return settings;
    }

    @Override
    public synchronized void start() {
        stopped = new CountDownLatch(1);
        for (int i = 0; i < settings.threads(); i++) {
            var thread = new Thread(this::run, "redliner-analyzer-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    @Override
    public synchronized void stop() {
        stopped.countDown();
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        threads.clear();
    }

    @Override
    public boolean isRunning() {
        return stopped.getCount() > 0;
    }

    @Override
    public int getPhase() {
        return StopOrder.OTHER_PARTS;
    }

    private void run() {
        JudgeWarmUp.run(settings, json);
        while (isRunning()) {
            try {
                read();
            } catch (InterruptException e) {
                return;
            } catch (RuntimeException | Error e) {
                // starts again from an empty state, as after a restart; the records are read again
                meters.restarts.increment();
                log.error("consumer failed; restarting in {} ms", RETRY_MILLIS, e);
                pause();
            }
        }
    }

    private void read() {
        try (var consumer = new KafkaConsumer<String, byte[]>(kafka)) {
            var intake = new Intake(settings.judging(), new ClockCheck(settings.mostSkew()), meters, json, verdicts);
            var traffic = new TrafficIntake(settings.mostSkew(), minutes, registry);
            var samples = new SampleConsumer(consumer, intake, traffic, meters, settings, clock);
            reading.add(samples);
            try {
                while (isRunning()) {
                    samples.poll();
                }
            } finally {
                reading.remove(samples);
            }
        }
    }

    private void pause() {
        try {
            if (stopped.await(RETRY_MILLIS, TimeUnit.MILLISECONDS)) {
                log.debug("stopped while pausing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped.countDown();
        }
    }
}
