package dev.redliner.testbench.micro;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.PoolJudge;
import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints the bytes of a verdict and the growth of a database by the verdicts of a run of seven minutes at 1 Hz, with and
 * without signals. The pool has ten hosts, each with all host metrics and the page of a JVM with Tomcat.
 */
final class CostOfSignals {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int SECONDS = 420;
    private static final List<String> PEERS =
            IntStream.range(2, 11).mapToObj(i -> "checkout-" + i).toList();

    private final Random random = new Random(1);

    private CostOfSignals() {}

    public static void main(String[] arguments) throws Exception {
        for (boolean signals : List.of(false, true)) {
            List<String> verdicts = new CostOfSignals().verdicts(signals);
            long bytes = verdicts.stream().mapToLong(String::length).sum();
            System.out.printf(
                    "%s signals: %d verdicts, %d bytes each, %.2f MB of payload, database %.2f MB%n",
                    signals ? "with" : "without",
                    verdicts.size(),
                    bytes / verdicts.size(),
                    bytes / 1e6,
                    databaseBytes(verdicts) / 1e6);
        }
    }

    private List<String> verdicts(boolean signals) {
        var judge = new PoolJudge(JudgeSettings.DEFAULT);
        Watch watch = watch(signals ? SignalNames.BUILT_IN : List.of());
        judge.on(watch, new RuleCache().of(watch), START);
        var json = JsonMapper.builder().build();
        List<String> texts = new ArrayList<>();
        for (int second = 1; second <= SECONDS; second++) {
            Instant end = START.plusSeconds(second);
            var batches = new ArrayList<SampleBatch>();
            batches.add(host("checkout-1", second, end));
            PEERS.forEach(peer -> batches.add(host(peer, batches.size(), end)));
            batches.add(counted("checkout-1", 400, second, end));
            batches.add(counted(SampleBatch.PEERS, 3_600, second, end));
            for (SampleBatch batch : batches) {
                for (Verdict verdict : judge.on(batch, end).verdicts()) {
                    texts.add(json.writeValueAsString(verdict));
                }
            }
        }
        return texts;
    }

    private SampleBatch host(String host, long sequence, Instant end) {
        Map<String, Double> gauges = new HashMap<>();
        HostEvidence.WITH_METRICS.forEach(name -> gauges.put(name, random.nextDouble() * 1_000));
        SignalNames.BUILT_IN.stream()
                .filter(name -> name.startsWith("jvm.") || name.contains("tomcat") || name.contains("process_"))
                .forEach(name -> gauges.put(name, random.nextDouble() * 1e9));
        return batch(host, "node-" + host, sequence, end, gauges, Map.of(), Map.of());
    }

    private SampleBatch counted(String host, int requests, long sequence, Instant end) {
        var counts = new TreeMap<Integer, Long>();
        double sum = 0;
        for (int i = 0; i < requests; i++) {
            double seconds = 0.02 * Math.exp(random.nextGaussian() * 0.6);
            sum += seconds;
            counts.merge(LatencyHistogram.bucketOf(Duration.ofNanos((long) (seconds * 1e9))), 1L, Long::sum);
        }
        double sent = requests;
        return batch(
                host,
                "envoy",
                sequence,
                end,
                Map.of(MetricNames.ACTIVE, 10.0 + random.nextInt(5)),
                Map.of(
                        MetricNames.REQUESTED, sent,
                        MetricNames.COMPLETED, sent,
                        MetricNames.ERRORS, 0.0,
                        MetricNames.TIMEOUTS, 0.0,
                        MetricNames.RESETS, 0.0,
                        MetricNames.GIVEN_UP, 0.0,
                        MetricNames.CONNECT_FAILURES, 0.0),
                Map.of(MetricNames.LATENCY, LatencyHistogram.of(counts, sum)));
    }

    private static SampleBatch batch(
            String host,
            String reporter,
            long sequence,
            Instant end,
            Map<String, Double> gauges,
            Map<String, Double> counters,
            Map<String, LatencyHistogram> latencies) {
        return new SampleBatch(
                "checkout", host, reporter, 1, sequence, end, SECOND, gauges, counters, latencies, List.of());
    }

    private static Watch watch(List<String> signals) {
        String slo = "latency.p99 <= duration(\"200ms\") && error_rate <= percent(0.1)";
        return new Watch(
                "checkout-1",
                "checkout",
                List.of("checkout-1"),
                PEERS,
                List.of(
                        new RuleSpec("slo", slo, SECOND.multipliedBy(10), 100, FailFor.ONCE, OnFail.BACK_OFF),
                        new RuleSpec(
                                "cpu", "host.cpu < 5000.0", SECOND.multipliedBy(10), 0, FailFor.ONCE, OnFail.REPORT)),
                SECOND,
                Map.of(),
                START,
                Duration.ofHours(1),
                signals);
    }

    /** The file of an H2 database with a commit for each verdict, as the controller's. */
    private static long databaseBytes(List<String> verdicts) throws Exception {
        Path folder = Files.createTempDirectory("redliner-signals");
        String url = "jdbc:h2:file:" + folder.resolve("journal") + ";WRITE_DELAY=0;COMPRESS=TRUE";
        try (var connection = DriverManager.getConnection(url);
                var table = connection.createStatement()) {
            table.execute("create table run_event (run_id varchar(100), seq bigint, at timestamp with time zone,"
                    + " kind varchar(40), payload text, outcome varchar(100), primary key (run_id, seq))");
            try (var insert = connection.prepareStatement(
                    "insert into run_event values ('checkout-1', ?, ?, 'VerdictArrived', ?, 'REFINING 3 12')")) {
                for (int i = 0; i < verdicts.size(); i++) {
                    insert.setLong(1, i);
                    insert.setObject(2, START.plusSeconds(i).atOffset(ZoneOffset.UTC));
                    insert.setString(3, "{\"verdict\":" + verdicts.get(i) + "}");
                    insert.executeUpdate();
                }
            }
            try (var size = table.executeQuery(
                    "select setting_value from information_schema.settings where setting_name = 'info.FILE_SIZE'")) {
                size.next();
                return size.getLong(1);
            }
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }
}
