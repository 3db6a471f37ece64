package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.Traffic;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.watch.FailFor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Metric values per second on one core, from bytes to verdicts: 100 hosts with 100 gauges each and an Envoy, one sample
 * a second, one watched run with four rules. Run its main method; it is not a test.
 */
final class IntakeBenchmark {
    private static final int HOSTS = 100;
    private static final int GAUGES = 100;

    /** CPU time of the thread, so that other work on the machine does not count. */
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private IntakeBenchmark() {}

    public static void main(String[] args) {
        for (int round = 0; round < 6; round++) {
            round();
        }
    }

    private static void round() {
        var json = new JsonMapper();
        var verdicts = new ArrayList<byte[]>();
        var intake = new Intake(
                JudgeSettings.DEFAULT,
                new ClockCheck(Duration.ofSeconds(5)),
                new IntakeMeters(new SimpleMeterRegistry()),
                json,
                verdict -> verdicts.add(json.writeValueAsBytes(verdict)));
        var watch = Traffic.watch(
                0,
                Traffic.rule("p99", "latency.p99 <= duration('200ms')", 200, new FailFor(2, 3)),
                Traffic.rule("errors", "error_rate <= percent(1.2) && pool.error_rate < 0.1"),
                Traffic.rule("peers", "ratio(latency.p50, peers.latency.p50) <= 2.0"),
                Traffic.rule("cpu", "host.cpu < 0.9 && peers.host.cpu < 0.9"));
        intake.onWatch("shop", json.writeValueAsBytes(watch), Traffic.at(0));
        long values = 0;
        long nanos = 0;
        for (int second = 1; second <= 120; second++) {
            List<byte[]> records = records(second);
            var arrived = Traffic.at(second + 0.01);
            long start = CPU.getCurrentThreadCpuTime();
            for (byte[] record : records) {
                intake.onSample("shop", record, new Stamp(arrived, arrived, false, true));
            }
            intake.onTime(arrived);
            nanos += CPU.getCurrentThreadCpuTime() - start;
            values += (long) HOSTS * GAUGES;
        }
        System.out.printf(
                Locale.ROOT,
                "%.2f million values per second of CPU, %d verdicts%n",
                values / (nanos / 1e9) / 1e6,
                verdicts.size());
    }

    private static List<byte[]> records(int second) {
        var records = new ArrayList<byte[]>();
        Map<String, Double> gauges = new HashMap<>();
        for (int i = 0; i < GAUGES - 1; i++) {
            gauges.put("app.some_longer_metric_name_" + i, i * 1.5 + second);
        }
        gauges.put("host.cpu", 0.4);
        for (int host = 0; host < HOSTS; host++) {
            String name = host == 0 ? "a" : host == 1 ? "b" : "h" + host;
            records.add(SampleCodec.encode(Traffic.host(name, second, gauges)));
        }
        records.add(SampleCodec.encode(Traffic.sut(second, Duration.ofMillis(50))));
        records.add(SampleCodec.encode(Traffic.counts(SampleBatch.PEERS, second, 9_900, 9, Duration.ofMillis(50))));
        return records;
    }
}
