package dev.redliner.testbench.micro;

import dev.redliner.analyzer.intake.IntakeSettings;
import dev.redliner.analyzer.intake.SampleReaders;
import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.standalone.kafka.EmbeddedKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.json.JsonMapper;

/**
 * The CPU that an analyzer's consumers need for a metric value, and the delay of their verdicts, with one consumer and
 * with several. Eight pools, one on each partition of a real broker, send a sample of each host once a second; each has a
 * watched run with four rules. The broker and the sender of the samples run in the same process. Their CPU does not count,
 * and neither does garbage collection. The delay of a verdict is from the moment at which the sending of its pool's
 * samples began.
 *
 * <p>Arguments: hosts of a pool (200), seconds of each measurement (60). Needs the memory of a normal JVM.
 */
final class CostOfConsumers {
    static final int POOLS = 8;
    private static final int GAUGES = 100;
    private static final List<Integer> CONSUMERS = List.of(1, 2, 4, 8);
    private static final Duration WARM_UP = Duration.ofSeconds(40);
    private static final Duration MARGIN = Duration.ofSeconds(5);
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final JsonMapper json = new JsonMapper();
    private final Queue<Duration> delays = new ConcurrentLinkedQueue<>();
    private final Map<String, Instant> began = new ConcurrentHashMap<>();
    private final KafkaProducer<String, byte[]> producer;
    private final String broker;
    private final int hosts;
    private long sequence;

    private CostOfConsumers(String broker, int hosts) {
        this.broker = broker;
        this.hosts = hosts;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker, "linger.ms", 5, "batch.size", 1 << 18),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    public static void main(String[] arguments) throws Exception {
        int hosts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 60;
        measure(hosts, Duration.ofSeconds(seconds));
        System.exit(0);
    }

    static void measure(int hosts, Duration time) throws Exception {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(Files.createTempDirectory("consumers"))) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                admin.createTopics(List.of(topic(Topics.SAMPLES), topic(Topics.COUNTS), topic(Topics.WATCHES)))
                        .all()
                        .get();
            }
            var cost = new CostOfConsumers(kafka.bootstrapServers(), hosts);
            for (int consumers : CONSUMERS) {
                cost.measureWith(consumers, time);
            }
            cost.producer.close();
        }
    }

    private static NewTopic topic(String name) {
        return new NewTopic(name, Optional.of(POOLS), Optional.empty());
    }

    private void measureWith(int consumers, Duration time) {
        var settings =
                new IntakeSettings(consumers, Duration.ofSeconds(5), Duration.ofMillis(20), JudgeSettings.DEFAULT);
        var readers = new SampleReaders(
                Map.of("bootstrap.servers", broker),
                settings,
                json,
                this::judged,
                minute -> {},
                InstantSource.system(),
                new SimpleMeterRegistry());
        readers.start();
        try {
            Instant end = Instant.now().plus(START);
            while (!readers.isReading()) {
                if (Instant.now().isAfter(end)) {
                    throw new IllegalStateException("The consumers do not read within " + START + ".");
                }
                LockSupport.parkNanos(SECOND.toNanos());
            }
            watch(WARM_UP.plus(time).plus(MARGIN));
            send(WARM_UP);
            delays.clear();
            Map<Long, Long> before = cpuNanos();
            long sent = send(time);
            Map<Long, Long> after = cpuNanos();
            print(consumers, sent, time, before, after);
        } finally {
            readers.stop();
        }
    }

    private void judged(Verdict verdict) {
        Instant sent = began.get(verdict.pool() + verdict.at().getEpochSecond());
        if (sent != null) {
            delays.add(Duration.between(sent, Instant.now()));
        }
    }

    private void print(int consumers, long values, Duration time, Map<Long, Long> before, Map<Long, Long> after) {
        double[] seconds = after.entrySet().stream()
                .mapToDouble(thread -> (thread.getValue() - before.getOrDefault(thread.getKey(), 0L)) / 1e9)
                .sorted()
                .toArray();
        double used =
                IntStream.range(0, seconds.length).mapToDouble(i -> seconds[i]).sum();
        List<Duration> sorted = delays.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%d consumers: %.2f million values per second of CPU; %.1f%% of a core for %.0f values a second, the"
                        + " busiest consumer %.1f%%; %d of %d verdicts, delay %d ms (median), %d ms (p99)%n",
                consumers,
                values / used / 1e6,
                100 * used / time.toSeconds(),
                values / (double) time.toSeconds(),
                100 * seconds[seconds.length - 1] / time.toSeconds(),
                sorted.size(),
                POOLS * time.toSeconds(),
                sorted.get(sorted.size() / 2).toMillis(),
                sorted.get((int) (0.99 * sorted.size())).toMillis());
    }

    /** The CPU time of each consumer's thread, by its id. */
    private static Map<Long, Long> cpuNanos() {
        var nanos = new HashMap<Long, Long>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("redliner-analyzer-")) {
                nanos.put(thread.getId(), CPU.getThreadCpuTime(thread.getId()));
            }
        }
        return nanos;
    }

    private void watch(Duration validFor) {
        for (int pool = 0; pool < POOLS; pool++) {
            List<String> peers =
                    IntStream.range(1, hosts).mapToObj(host -> "h" + host).toList();
            var watch = new Watch(
                    "run-" + pool,
                    "pool-" + pool,
                    List.of("h0"),
                    peers,
                    List.of(
                            rule("p99", "latency.p99 <= duration('200ms')"),
                            rule("errors", "error_rate <= percent(1.2) && pool.error_rate < 0.1"),
                            rule("peers", "ratio(latency.p50, peers.latency.p50) <= 2.0"),
                            rule("cpu", "host.cpu < 0.9 && peers.host.cpu < 0.9")),
                    SECOND,
                    Map.of(),
                    Instant.now(),
                    validFor);
            send(Topics.WATCHES, pool, json.writeValueAsBytes(watch));
        }
        producer.flush();
    }

    private static RuleSpec rule(String id, String pass) {
        return new RuleSpec(id, pass, Duration.ofSeconds(10), 0, FailFor.ONCE, OnFail.BACK_OFF);
    }

    /** Sends the samples of each second when it has ended. Returns the number of their values. */
    private long send(Duration time) {
        long values = 0;
        Instant next = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(SECOND);
        for (long second = 0; second < time.toSeconds(); second++, next = next.plus(SECOND)) {
            LockSupport.parkNanos(Duration.between(Instant.now(), next).toNanos());
            sequence++;
            for (int pool = 0; pool < POOLS; pool++) {
                List<SampleBatch> batches = batches("pool-" + pool, next);
                began.put("pool-" + pool + next.getEpochSecond(), Instant.now());
                for (SampleBatch batch : batches) {
                    send(Topics.SAMPLES, pool, SampleCodec.encode(batch));
                }
                values += (long) hosts * GAUGES;
            }
        }
        producer.flush();
        return values;
    }

    private void send(String topic, int pool, byte[] value) {
        producer.send(new ProducerRecord<>(topic, pool, "pool-" + pool, value));
    }

    private List<SampleBatch> batches(String pool, Instant end) {
        var batches = new ArrayList<SampleBatch>();
        Map<String, Double> gauges = new HashMap<>();
        for (int i = 0; i < GAUGES - 1; i++) {
            gauges.put("app.some_longer_metric_name_" + i, i * 1.5 + sequence);
        }
        gauges.put("host.cpu", 0.4);
        for (int host = 0; host < hosts; host++) {
            String name = "h" + host;
            batches.add(batch(pool, name, "node-" + name, end, gauges, Map.of(), Map.of()));
        }
        batches.add(counts(pool, "h0", end, 100));
        batches.add(counts(pool, SampleBatch.PEERS, end, 100.0 * hosts));
        return batches;
    }

    private SampleBatch counts(String pool, String host, Instant end, double requests) {
        var histogram = new TreeMap<Integer, Long>();
        histogram.put(LatencyHistogram.bucketOf(Duration.ofMillis(50)), (long) requests);
        return batch(
                pool,
                host,
                "envoy",
                end,
                Map.of(),
                Map.of(MetricNames.REQUESTED, requests, MetricNames.COMPLETED, requests, MetricNames.ERRORS, 0.0),
                Map.of(MetricNames.LATENCY, LatencyHistogram.of(histogram, 0.05 * requests)));
    }

    private SampleBatch batch(
            String pool,
            String host,
            String reporter,
            Instant end,
            Map<String, Double> gauges,
            Map<String, Double> counters,
            Map<String, LatencyHistogram> latencies) {
        return new SampleBatch(pool, host, reporter, 1, sequence, end, SECOND, gauges, counters, latencies, List.of());
    }
}
