package dev.redliner.standalone.simulate;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.PoolJudge;
import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.run.Run;
import dev.redliner.hostmodel.HostSecond;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The real analyzer's judge, which receives a simulated host's seconds instead of samples from Envoys. */
final class SimulatedAnalyzer {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration WATCH = Duration.ofSeconds(5);

    private final PoolJudge judge = new PoolJudge(new JudgeSettings(
            Duration.ofSeconds(90), Duration.ofSeconds(20), 20, Duration.ofSeconds(30), Duration.ofSeconds(60)));
    private final RuleCache rules = new RuleCache();
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
        judge.on(watch, rules.of(watch), now);
    }

    /** The verdicts on a second that has become visible now. */
    List<Verdict> judge(String pool, HostSecond second, Instant now) {
        Instant end = start.plusSeconds(second.second() + 1L);
        sequence++;
        Map<String, Double> gauges = second.cpu() == null ? Map.of() : Map.of(MetricNames.HOST_CPU, second.cpu());
        judge.on(
                batch(
                        pool,
                        RehearsedService.SUT,
                        end,
                        gauges,
                        counters(second.arrivals(), second.completed(), second.errors()),
                        second.latency()),
                now);
        double elsewhere = Math.max(0, second.poolRps() - second.arrivals());
        // the model shows only the peers' traffic: the peers answer all of it, without latencies for rules to evaluate
        return judge.on(
                        batch(
                                pool,
                                SampleBatch.PEERS,
                                end,
                                Map.of(),
                                counters(elsewhere, elsewhere, 0),
                                LatencyHistogram.EMPTY),
                        now)
                .verdicts();
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
