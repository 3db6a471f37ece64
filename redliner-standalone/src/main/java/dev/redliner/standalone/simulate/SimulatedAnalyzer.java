package dev.redliner.standalone.simulate;

import dev.redliner.analyzer.intake.PoolJudges;
import dev.redliner.analyzer.intake.Stamp;
import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.run.Run;
import dev.redliner.hostmodel.HostSecond;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The real analyzer's judges, which receive a simulated host's seconds instead of samples from Envoys. */
final class SimulatedAnalyzer {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration WATCH = Duration.ofSeconds(5);

    private static final JudgeSettings SETTINGS = new JudgeSettings(
            Duration.ofSeconds(90), Duration.ofSeconds(20), 20, Duration.ofSeconds(30), Duration.ofSeconds(60));
    /** The host and the run have one clock. A second that becomes visible late is late and not of a wrong clock. */
    private static final Duration MOST_SKEW = Duration.ofDays(1);

    private final List<Verdict> due = new ArrayList<>();
    private final PoolJudges judges =
            new PoolJudges(SETTINGS, MOST_SKEW, new RuleCache(), new CompositeMeterRegistry(), due::add);
    private final Instant start;
    private long sequence;

    SimulatedAnalyzer(Instant start) {
        this.start = start;
    }

    void watch(Run run, Instant now) {
        var facts = run.facts();
        var watch = new Watch(
                facts.id(),
                facts.service().name(),
                facts.service().pool().sut(),
                facts.service().pool().peers(),
                facts.service().rules(),
                run.samplingInterval(),
                run.baselineMetrics(),
                now,
                WATCH);
        judges.onWatch(watch, now);
    }

    /** The verdicts on a second that has become visible now. */
    List<Verdict> judge(String pool, HostSecond second, Instant now) {
        Instant end = start.plusSeconds(second.second() + 1L);
        sequence++;
        Map<String, Double> gauges = second.cpu() == null ? Map.of() : Map.of(MetricNames.HOST_CPU, second.cpu());
        var stamp = new Stamp(now, now, false, true);
        judges.onSample(
                batch(
                        pool,
                        RehearsedService.SUT,
                        end,
                        gauges,
                        counters(second.arrivals(), second.completed(), second.errors()),
                        second.latency()),
                stamp);
        double elsewhere = Math.max(0, second.poolRps() - second.arrivals());
        // the model shows only the peers' traffic: the peers answer all of it, without latencies for rules to evaluate
        judges.onSample(
                batch(
                        pool,
                        SampleBatch.PEERS,
                        end,
                        Map.of(),
                        counters(elsewhere, elsewhere, 0),
                        LatencyHistogram.EMPTY),
                stamp);
        List<Verdict> verdicts = List.copyOf(due);
        due.clear();
        return verdicts;
    }

    private SampleBatch batch(
            String pool,
            String host,
            Instant end,
            Map<String, Double> gauges,
            Map<String, Double> counters,
            LatencyHistogram latency) {
        return new SampleBatch(
                pool,
                host,
                RehearsedService.ENVOY,
                start.toEpochMilli(),
                sequence,
                end,
                SECOND,
                gauges,
                counters,
                Map.of(MetricNames.LATENCY, latency),
                List.of(),
                RehearsedService.ENVOY);
    }

    private static Map<String, Double> counters(double requested, double completed, double errors) {
        return Map.of(MetricNames.REQUESTED, requested, MetricNames.COMPLETED, completed, MetricNames.ERRORS, errors);
    }
}
