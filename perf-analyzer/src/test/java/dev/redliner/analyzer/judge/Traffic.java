package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Samples and watches for tests: pool shop, SUT a, peers b and c, one sample each second. */
public final class Traffic {
    public static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    public static final Duration SECOND = Duration.ofSeconds(1);

    private Traffic() {}

    /** The instant this many seconds after the start. */
    public static Instant at(double seconds) {
        return START.plusNanos(Math.round(seconds * 1e9));
    }

    /** The batch of the Envoy's reporter about an entity, for the second that ends at this time. */
    public static SampleBatch counts(String host, int second, double requested, double errors, Duration latency) {
        return counts("envoy", host, second, second, requested, errors, latency);
    }

    public static SampleBatch counts(
            String reporter,
            String host,
            long sequence,
            double end,
            double requested,
            double errors,
            Duration latency) {
        var histogram = new TreeMap<Integer, Long>();
        histogram.put(LatencyHistogram.bucketOf(latency), Math.round(requested));
        return new SampleBatch(
                "shop",
                host,
                reporter,
                1,
                sequence,
                at(end),
                SECOND,
                Map.of(),
                Map.of(
                        MetricNames.REQUESTED,
                        requested,
                        MetricNames.COMPLETED,
                        requested,
                        MetricNames.ERRORS,
                        errors,
                        "invalidating.retry",
                        host.equals("a") && second(end) == 7 ? 2.0 : 0.0),
                Map.of(MetricNames.LATENCY, LatencyHistogram.of(histogram, requested * latency.toNanos() / 1e9)),
                List.of());
    }

    private static int second(double end) {
        return (int) Math.round(end);
    }

    public static SampleBatch sut(int second, Duration latency) {
        return counts("a", second, 100, 1, latency);
    }

    public static SampleBatch peers(int second) {
        return counts(SampleBatch.PEERS, second, 300, 3, Duration.ofMillis(50));
    }

    /** The batch of the collector on a host about that host. */
    public static SampleBatch host(String host, int second, Map<String, Double> gauges) {
        return new SampleBatch(
                "shop",
                host,
                "node-" + host,
                1,
                second,
                at(second),
                SECOND,
                gauges,
                Map.of("jvm.gc.count", 2.0),
                Map.of(),
                List.of());
    }

    public static RuleSpec rule(String id, String pass) {
        return rule(id, pass, 0, FailFor.ONCE);
    }

    public static RuleSpec rule(String id, String pass, long minSamples, FailFor failFor) {
        return new RuleSpec(id, pass, Duration.ofSeconds(10), minSamples, failFor, OnFail.BACK_OFF);
    }

    public static Watch watch(int second, RuleSpec... rules) {
        return watch(second, Map.of(), rules);
    }

    /** A watch of a SUT of two hosts, {@code a} and {@code d}. */
    static Watch ofTwo(RuleSpec... rules) {
        Watch one = watch(0, rules);
        return new Watch(
                one.run(),
                one.pool(),
                List.of("a", "d"),
                one.peers(),
                one.rules(),
                one.samplingInterval(),
                one.baseline(),
                one.issuedAt(),
                one.validFor());
    }

    public static Watch watch(int second, Map<String, Double> baseline, RuleSpec... rules) {
        return new Watch(
                "42",
                "shop",
                List.of("a"),
                List.of("b", "c"),
                List.of(rules),
                SECOND,
                baseline,
                at(second),
                Duration.ofSeconds(10_000));
    }
}
