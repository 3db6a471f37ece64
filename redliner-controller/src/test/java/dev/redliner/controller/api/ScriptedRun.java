package dev.redliner.controller.api;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.ExpectationReport;
import dev.redliner.api.LiveTick;
import dev.redliner.api.MeasurementReport;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RecoveryReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RuleReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunReport.HostsReport;
import dev.redliner.api.RunReport.LoadSource;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The news of a made-up run: baseline, a ramp to a breach, a refinement, a confirmation, the restore. The SUT behaves
 * like a queue with a capacity of 200 requests per second.
 */
public final class ScriptedRun {
    private static final double POOL_RPS = 900;
    private static final double CAPACITY = 200;
    private static final double LIMIT_MS = 200;
    private static final RedlineReport REDLINE = new RedlineReport(182.4, 176, 188.5, 174, "p99", false);

    private record Leg(RunState state, String stage, double share, int seconds, String why, String ended) {}

    private static final List<Leg> LEGS = List.of(
            new Leg(RunState.BASELINING, "baseline", 0.1, 30, "the SUT under its normal load", "baseline known"),
            new Leg(RunState.RAMPING, "ramp", 0.13, 25, "a third more than normal", "passed: p99 31 ms of 200 ms"),
            new Leg(RunState.RAMPING, "ramp", 0.17, 25, "latency hardly moved", "passed: p99 66 ms of 200 ms"),
            new Leg(RunState.RAMPING, "ramp", 0.21, 12, "halfway to the expected redline", "p99 failed 2 of 3"),
            new Leg(RunState.REFINING, "heal", 0.12, 15, "let queues drain after a breach", "back to normal"),
            new Leg(RunState.REFINING, "refine", 0.2, 30, "the posterior's median", "passed, narrowly"),
            new Leg(RunState.CONFIRMING, "confirm", 0.19, 45, "a longer probe at 174 rps", "held for 45 s"),
            new Leg(RunState.RESTORING, "restore", 0.1, 8, "done measuring", "seen to be back"));

    private final String id;
    private final Instant startedAt;
    private final Random random = new Random(7);
    private final List<StepReport> steps = new ArrayList<>();
    private int second;
    private double bad;
    private double served;

    public ScriptedRun(String id, Instant startedAt) {
        this.id = id;
        this.startedAt = startedAt;
    }

    /** A run that was just accepted. */
    public static RunReport accepted(String id, String service) {
        return report(id, service, RunState.PENDING, Instant.parse("2026-01-05T10:00:00Z"), null, List.of(), null);
    }

    /** A run that measured a redline. */
    public static RunReport completed(String id) {
        ScriptedRun run = new ScriptedRun(id, Instant.parse("2026-01-05T09:00:00Z"));
        List<RunReport> reports = new ArrayList<>();
        run.play(data -> {
            if (data instanceof RunReport report) {
                reports.add(report);
            }
        });
        return reports.get(reports.size() - 1);
    }

    /** Plays all news of the run, in order: LiveTick, StepReport and RunReport. */
    public void play(Consumer<Object> news) {
        RunState before = RunState.PENDING;
        for (Leg leg : LEGS) {
            if (leg.state() != before) {
                news.accept(report(id, "checkout", leg.state(), startedAt, null, steps, null));
                before = leg.state();
            }
            walk(leg, news);
        }
        news.accept(end());
    }

    private void walk(Leg leg, Consumer<Object> news) {
        int number = steps.size() + 1;
        Instant from = now();
        steps.add(step(leg, number, from, null, null));
        news.accept(steps.get(number - 1));
        LiveTick tick = null;
        for (int i = 0; i < leg.seconds(); i++) {
            tick = tick(leg, number, i);
            news.accept(tick);
            second++;
        }
        steps.set(number - 1, step(leg, number, from, now(), tick));
        news.accept(steps.get(number - 1));
    }

    private LiveTick tick(Leg leg, int number, int i) {
        double share = leg.share() * (1 + random.nextGaussian() * 0.02);
        double rps = POOL_RPS * share;
        double used = Math.min(0.985, rps / CAPACITY);
        double p99 = 9 + 5.5 / (1 - used) * (1 + random.nextGaussian() * 0.06) * (1 + 2 * Math.pow(used, 12));
        served += rps;
        bad += p99 > LIMIT_MS ? rps * 0.02 : 0;
        return new LiveTick(
                now(),
                leg.state(),
                number,
                leg.share(),
                i == 0 ? null : leg.share(),
                i < 2 ? null : share,
                POOL_RPS * leg.share(),
                rps,
                POOL_RPS,
                p99 / 4,
                p99,
                0.0004,
                used * 0.9,
                rules(p99 / 1000, used * 0.9, i),
                i < 5
                        ? "settling: the load has arrived, queues have not"
                        : leg.why() + "; " + (leg.seconds() - i) + " s of evidence to go",
                number < 4 ? null : REDLINE,
                null);
    }

    private static List<RuleReport> rules(double p99, double cpu, int i) {
        String outcome = p99 <= LIMIT_MS / 1000 ? "PASS" : "FAIL";
        return List.of(
                new RuleReport(
                        "p99",
                        outcome,
                        null,
                        List.of(
                                value("latency.p99", "latency.p99 <= duration(\"200ms\")", p99, 0.2),
                                value("error_rate", "error_rate <= percent(0.1)", 0.0004, 0.001))),
                new RuleReport("cpu", "PASS", null, List.of(value("host.cpu", "host.cpu < percent(92)", cpu, 0.92))),
                new RuleReport(
                        "vs-peers",
                        i < 4 ? "UNKNOWN" : "PASS",
                        i < 4 ? "212 of 1000 samples" : null,
                        List.of(value(
                                "ratio(latency.p50, peers.latency.p50)",
                                "ratio(latency.p50, peers.latency.p50) <= 1.5",
                                i < 4 ? null : 1.22,
                                1.5))));
    }

    private static RuleReport.Value value(String metric, String text, @Nullable Double value, double limit) {
        return new RuleReport.Value(metric, text, value, limit);
    }

    private StepReport step(Leg leg, int number, Instant from, @Nullable Instant to, @Nullable LiveTick last) {
        return new StepReport(
                number,
                leg.stage(),
                from,
                to,
                POOL_RPS * leg.share(),
                leg.share(),
                last == null ? null : leg.share(),
                last == null ? null : last.observedShare(),
                last == null ? null : last.rps(),
                last == null ? null : last.p50Ms(),
                last == null ? null : last.p99Ms(),
                last == null ? null : last.errorRate(),
                last == null ? 0 : leg.seconds() - 5,
                leg.why(),
                to == null ? null : leg.ended(),
                to != null && !leg.stage().equals("heal"),
                last == null ? List.of() : last.rules(),
                null,
                last == null ? Map.of() : signals(leg.share()),
                last == null ? null : new ConcurrencyReport(14.2, 14, 1.014, 0.12, 0));
    }

    private static Map<String, Double> signals(double share) {
        return Map.of(
                "host.cpu",
                share * 4,
                "peers.host.cpu",
                0.41,
                "jvm.memory_used_bytes_area_heap",
                2.5e9,
                "envoy.resets",
                0.0,
                "peers.envoy.resets",
                0.0);
    }

    private RunReport end() {
        RunReport plain = report(id, "checkout", RunState.COMPLETED, startedAt, now(), steps, REDLINE);
        return new RunReport(
                plain.id(),
                plain.service(),
                plain.tier(),
                plain.sut(),
                plain.state(),
                "the redline is known to 4%",
                startedAt,
                now(),
                REDLINE,
                new HostsReport(5000, 29, 10, LoadSource.DECLARED, null),
                new HarmReport(bad, bad / served, served, 0),
                new RestoredReport(true, 0.1004, 0.1, true, 4.2, false),
                new BaselineReport(90, 4.0, 16.0, 0.0004, POOL_RPS, Map.of(), signals(0.1)),
                steps,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                new MeasurementReport(
                        MeasurementReport.Outcome.CONSISTENT,
                        steps.size(),
                        1.014,
                        0.12,
                        0.0003,
                        "Consistent.",
                        List.of()),
                new ExpectationReport(
                        MetCheck.NOT_MET,
                        List.of(new ExpectationReport.Part(
                                "redline >= 700", MetCheck.NOT_MET, "The redline is 176 to 189 rps (95%)."))),
                new RecoveryReport(MetCheck.MET, 2.5, 2.5, "The SUT was back at its normal."));
    }

    private static RunReport report(
            String id,
            String service,
            RunState state,
            Instant startedAt,
            @Nullable Instant endedAt,
            List<StepReport> steps,
            @Nullable RedlineReport redline) {
        return new RunReport(
                id,
                service,
                "back-end",
                List.of("checkout-7"),
                state,
                null,
                startedAt,
                endedAt,
                redline,
                null,
                new HarmReport(0, 0, 0, 0),
                null,
                null,
                steps,
                null,
                List.of(),
                null);
    }

    private Instant now() {
        return startedAt.plusSeconds(second);
    }
}
