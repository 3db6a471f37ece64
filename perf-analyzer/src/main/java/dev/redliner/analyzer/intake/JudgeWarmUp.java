package dev.redliner.analyzer.intake;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges invented samples before the first real ones. Loading the rule language took up to 3 s on a busy machine, and a
 * run that had just begun received no verdicts during that time.
 */
final class JudgeWarmUp {
    private static final String POOL = "rehearsal";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int TICKS = 3;

    private JudgeWarmUp() {}

    /** The number of verdicts, which are not sent. */
    static int run(IntakeSettings settings, JsonMapper json) {
        int[] verdicts = {0};
        var intake = new Intake(
                settings.judging(),
                new ClockCheck(settings.mostSkew()),
                new IntakeMeters(new SimpleMeterRegistry()),
                json,
                verdict -> verdicts[0] += json.readValue(json.writeValueAsBytes(verdict), Verdict.class)
                        .rules()
                        .size());
        Instant start = Instant.EPOCH;
        intake.onWatch(POOL, json.writeValueAsBytes(watch(start)), start);
        for (int tick = 1; tick <= TICKS; tick++) {
            Instant end = start.plus(SECOND.multipliedBy(tick));
            for (String host : List.of("sut", SampleBatch.PEERS)) {
                intake.onSample(POOL, SampleCodec.encode(batch(host, tick, end)), new Stamp(end, end, false, true));
            }
        }
        return verdicts[0];
    }

    private static Watch watch(Instant at) {
        String pass = "latency.p99 <= duration(\"200ms\") && error_rate <= percent(0.1)"
                + " && ratio(latency.p50, peers.latency.p50) <= 1.5 && host.cpu < 0.8";
        var rule = new RuleSpec("rehearsal", pass, SECOND.multipliedBy(10), 1, FailFor.ONCE, OnFail.REPORT);
        return new Watch(
                "rehearsal",
                POOL,
                List.of("sut"),
                List.of("peer"),
                List.of(rule),
                SECOND,
                Map.of(),
                at,
                SECOND.multipliedBy(60));
    }

    private static SampleBatch batch(String host, int sequence, Instant end) {
        var latency = LatencyHistogram.of(new TreeMap<>(Map.of(LatencyHistogram.bucketOf(SECOND), 1L)), 1);
        return new SampleBatch(
                POOL,
                host,
                "envoy",
                1,
                sequence,
                end,
                SECOND,
                Map.of(MetricNames.HOST_CPU, 0.5),
                Map.of(MetricNames.REQUESTED, 1.0, MetricNames.COMPLETED, 1.0, MetricNames.ERRORS, 0.0),
                Map.of(MetricNames.LATENCY, latency),
                List.of());
    }
}
