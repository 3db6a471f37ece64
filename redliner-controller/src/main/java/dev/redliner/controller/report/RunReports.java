package dev.redliner.controller.report;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.Basis;
import dev.redliner.api.HostReport;
import dev.redliner.api.LiveTick;
import dev.redliner.api.RecoveryReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RuleReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.BeganReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunReport.HostsReport;
import dev.redliner.api.RunReport.LoadSource;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.StepReport;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.EarlierRedline;
import dev.redliner.controller.run.Restoration;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.Step;
import dev.redliner.controller.run.WarmStart;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.search.HostRedline;
import dev.redliner.search.Redline;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the reports of a run. */
public final class RunReports {
    private RunReports() {}

    /** The complete report. */
    public static RunReport of(Run run, Instant now) {
        Pool pool = run.facts().service().pool();
        RecoveryReport recovery = RunRecovery.of(run);
        return new RunReport(
                run.id(),
                pool.name(),
                pool.tier() == Tier.BACK_END ? "back-end" : "front-end",
                pool.sut(),
                run.state(),
                run.reason().orElse(null),
                run.facts().startedAt(),
                run.endedAt().orElse(null),
                run.redline().map(RunReports::redline).orElse(null),
                run.redline()
                        .map(Redline::safe)
                        .map(safe -> rate(safe, RoundingMode.DOWN))
                        .filter(safe -> safe > 0)
                        .map(safe -> hosts(run, safe))
                        .orElse(null),
                new HarmReport(
                        Math.round(run.harm().excessRequests() * 10) / 10.0,
                        run.harm().excessFraction(),
                        run.harm().served(),
                        tenths(run.harm().uncountedSeconds())),
                run.restoration().map(r -> restored(r, pool, now)).orElse(null),
                run.baseline()
                        .map(baseline -> baseline(baseline, run.properties()))
                        .orElse(null),
                steps(run, now),
                run.lastVerdict().map(v -> tick(run, v, now)).orElse(null),
                List.copyOf(run.remarks()),
                began(run.warmStart()),
                run.endedBy().orElse(null),
                RunPrecision.of(run),
                run.unverified().orElse(null),
                run.measurement().orElse(null),
                RunExpectation.of(run, recovery),
                recovery);
    }

    /** The newest tick alone. */
    public static LiveTick tick(Run run, Verdict verdict, Instant now) {
        Tick tick = verdict.tick();
        Step step = run.steps().isEmpty() ? null : run.steps().get(run.steps().size() - 1);
        TickSum sum = tick == null ? null : run.watched();
        Share baseline = run.facts().service().pool().baselineShare();
        boolean shifted = step != null && step.to() == null;
        return new LiveTick(
                verdict.at(),
                run.state(),
                step == null ? 0 : step.number(),
                shifted && step != null ? step.asked().fraction() : baseline.fraction(),
                run.acknowledgedShare(now).map(Share::fraction).orElse(null),
                run.observedShare().orElse(null),
                shifted && step != null ? step.load() : null,
                sum == null ? null : sum.rps(),
                sum == null ? null : sum.poolRps(),
                sum == null ? null : sum.meaningfulMs(0.5),
                sum == null ? null : sum.meaningfulMs(0.99),
                sum == null ? null : sum.errorRate(),
                tick == null ? null : tick.cpu(),
                rules(verdict.rules()),
                run.decided(),
                run.estimate().map(RunReports::redline).orElse(null),
                sum == null ? null : basis(sum, run.latencyLimit()));
    }

    /** @param limit the latency limit; zero if there is none */
    private static Basis basis(TickSum seen, Duration limit) {
        double seconds = Math.round(seen.seconds() * 10) / 10.0;
        long requests = Math.round(seen.completed() + Math.max(0, seen.overdue().net()));
        return limit.isZero()
                ? new Basis(seconds, requests, null, null)
                : new Basis(seconds, requests, Math.round(seen.slowerThan(limit)), limit.toNanos() / 1e6);
    }

    /** The report of a step. */
    public static StepReport step(Step step, @Nullable Double acknowledged) {
        TickSum seen = step.seen();
        return new StepReport(
                step.number(),
                step.stage().name().toLowerCase(Locale.ROOT),
                step.from(),
                step.to(),
                step.load(),
                step.asked().fraction(),
                step.held().inEffect() != null ? Double.valueOf(step.asked().fraction()) : acknowledged,
                seen.share(),
                seen.rps(),
                seen.meaningfulMs(0.5),
                seen.meaningfulMs(0.99),
                seen.errorRate(),
                seen.seconds(),
                why(step),
                step.ended(),
                step.counted(),
                rules(step.rules()),
                seen.seconds() > 0 ? basis(seen, step.latencyLimit()) : null,
                Signals.rounded(step.signals()),
                Signals.concurrency(step.inFlight()));
    }

    private static String why(Step step) {
        int changes = step.held().changes();
        return changes == 0 ? step.why() : step.why() + " Its share followed the traffic " + times(changes) + ".";
    }

    private static String times(int number) {
        return number == 1 ? "once" : number + " times";
    }

    private static List<StepReport> steps(Run run, Instant now) {
        Double acknowledged = run.acknowledgedShare(now).map(Share::fraction).orElse(null);
        return run.steps().stream()
                .map(step -> step(step, step.to() == null ? acknowledged : null))
                .toList();
    }

    private static List<RuleReport> rules(List<RuleVerdict> verdicts) {
        return verdicts.stream()
                .map(v -> new RuleReport(
                        v.rule(),
                        v.outcome().name(),
                        v.reason(),
                        v.criteria().stream()
                                .map(c -> new RuleReport.Value(c.metric(), c.text(), c.value(), c.limit(), c.host()))
                                .toList()))
                .toList();
    }

    private static RedlineReport redline(Redline redline) {
        Double safe = redline.safe();
        return new RedlineReport(
                rate(redline.rps(), RoundingMode.HALF_UP),
                rate(redline.low(), RoundingMode.HALF_UP),
                redline.atLeast() ? null : rate(redline.high(), RoundingMode.HALF_UP),
                safe == null ? null : (Double) rate(safe, RoundingMode.DOWN),
                redline.limitingRule(),
                redline.atLeast(),
                redline.hosts().stream().map(RunReports::host).toList());
    }

    private static HostReport host(HostRedline host) {
        Double rps = host.rps();
        Double high = host.high();
        return new HostReport(
                host.host(),
                rate(host.low(), RoundingMode.HALF_UP),
                rps == null ? null : (Double) rate(rps, RoundingMode.HALF_UP),
                high == null ? null : (Double) rate(high, RoundingMode.HALF_UP),
                host.limitingRule());
    }

    private static HostsReport hosts(Run run, double safe) {
        Double wanted = run.facts().service().targetRps();
        Double seen = run.baseline().map(b -> b.seen().poolRps()).orElse(null);
        double target = wanted != null ? wanted : seen != null ? seen : 0;
        return new HostsReport(
                tenths(target),
                (int) Math.ceil(target / safe),
                run.facts().service().pool().hosts().size(),
                wanted != null ? LoadSource.DECLARED : LoadSource.BASELINE,
                wanted != null ? null : run.baseline().map(Baseline::until).orElse(null));
    }

    private static RestoredReport restored(Restoration restoration, Pool pool, Instant now) {
        Duration took = restoration.took();
        return new RestoredReport(
                restoration.configured() != null,
                restoration.seen().share(),
                pool.baselineShare().fraction(),
                restoration.verified() != null,
                took == null ? null : took.toMillis() / 1000.0,
                restoration.favoursBaseline(now));
    }

    private static BaselineReport baseline(Baseline baseline, Map<String, String> properties) {
        TickSum seen = baseline.seen();
        Double rps = seen.rps();
        Double pool = seen.poolRps();
        Double errors = seen.errorRate();
        return new BaselineReport(
                rps == null ? 0 : rps,
                seen.quantileMs(0.5),
                seen.quantileMs(0.99),
                errors == null ? 0 : errors,
                pool == null ? 0 : pool,
                baseline.identity(),
                Signals.rounded(baseline.signals()),
                properties);
    }

    private static @Nullable BeganReport began(WarmStart warmStart) {
        EarlierRedline earlier = warmStart.earlier();
        if (warmStart.words().isEmpty()) {
            return null;
        }
        return new BeganReport(
                warmStart.profile(),
                earlier == null ? null : earlier.run(),
                earlier == null ? null : (Double) earlier.rps(),
                earlier == null ? null : earlier.at(),
                warmStart.settings().known().poolRps().size(),
                warmStart.words() + "; "
                        + traffic(warmStart.settings().known().poolRps().size()));
    }

    private static String traffic(int seconds) {
        return seconds == 0
                ? "the pool's traffic before the run was not known"
                : seconds / 60 + " min of the pool's traffic before the run were known";
    }

    /** A rate with one decimal, and with two below 10 requests per second, where a tenth would be a percent and more. */
    private static double rate(double rps, RoundingMode mode) {
        return BigDecimal.valueOf(rps).setScale(rps < 10 ? 2 : 1, mode).doubleValue();
    }

    private static double tenths(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
