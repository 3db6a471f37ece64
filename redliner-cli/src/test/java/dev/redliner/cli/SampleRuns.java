package dev.redliner.cli;

import dev.redliner.api.Basis;
import dev.redliner.api.EndedBy;
import dev.redliner.api.LiveTick;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RuleReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.BeganReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunReport.HostsReport;
import dev.redliner.api.RunReport.LoadSource;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.api.StepReport;
import dev.redliner.api.UnverifiedRestore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports that tests share. */
final class SampleRuns {
    static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
    static final RedlineReport REDLINE = new RedlineReport(182.4, 176, 188.5, 174, "p99", false);

    private SampleRuns() {}

    static RunReport ended(RunState state) {
        return ended(state, state == RunState.COMPLETED);
    }

    /** A run that was ended when its search was over, so that it has an estimate. */
    static RunReport interrupted() {
        return ended(RunState.INTERRUPTED, true);
    }

    private static RunReport ended(RunState state, boolean measured) {
        return new RunReport(
                "42",
                "checkout",
                "back-end",
                List.of("checkout-7"),
                state,
                "For a reason.",
                START,
                START.plusSeconds(190),
                measured ? REDLINE : null,
                measured ? new HostsReport(5000, 29, 10, LoadSource.DECLARED, null) : null,
                new HarmReport(27, 0.001, 27_136, 0),
                new RestoredReport(true, 0.1004, 0.1, true, 4.2, false),
                null,
                List.of(step(true)),
                null,
                List.of(),
                null);
    }

    /** The same, ended by a limit. */
    static RunReport endedBy(RunState state, EndedBy by) {
        RunReport run = ended(state);
        return with(run, run.restored(), by, null);
    }

    /** An aborted run, ended before its restore was verified. */
    static RunReport unverified(UnverifiedRestore cause, @Nullable RestoredReport restored) {
        return with(ended(RunState.ABORTED), restored, null, cause);
    }

    private static RunReport with(
            RunReport run,
            @Nullable RestoredReport restored,
            @Nullable EndedBy by,
            @Nullable UnverifiedRestore unverified) {
        return new RunReport(
                run.id(),
                run.service(),
                run.tier(),
                run.sut(),
                run.state(),
                run.reason(),
                run.startedAt(),
                run.endedAt(),
                run.redline(),
                run.hosts(),
                run.harm(),
                restored,
                run.baseline(),
                run.steps(),
                run.now(),
                run.remarks(),
                run.began(),
                by,
                null,
                unverified,
                null,
                null,
                null);
    }

    /** A run in its third step, with a reason if it ends already. */
    static RunReport going(RunState state, @Nullable String reason, @Nullable RestoredReport restored) {
        return new RunReport(
                "42",
                "checkout",
                "back-end",
                List.of("checkout-7"),
                state,
                reason,
                START,
                null,
                null,
                null,
                new HarmReport(3, 0.0002, 15_000, 0),
                restored,
                null,
                List.of(step(false)),
                tick(60, 36),
                List.of(),
                new BeganReport("default", null, null, null, 0, "began from nothing"));
    }

    /** A run of which nothing was observed yet. */
    static RunReport accepted() {
        return RunReport.unknown("42", "checkout", START);
    }

    /** The same, with how its search began. */
    static RunReport began(RunState state) {
        RunReport run = ended(state);
        return new RunReport(
                run.id(),
                run.service(),
                run.tier(),
                run.sut(),
                run.state(),
                run.reason(),
                run.startedAt(),
                run.endedAt(),
                run.redline(),
                run.hosts(),
                run.harm(),
                run.restored(),
                run.baseline(),
                run.steps(),
                run.now(),
                run.remarks(),
                new BeganReport("gentle", "41", 773.0, START, 0, "began from run 41: 773 rps, 2 days old"));
    }

    static StepReport step(boolean over) {
        return new StepReport(
                3,
                "ramp",
                START,
                over ? START.plusSeconds(25) : null,
                153,
                0.17,
                0.17,
                0.171,
                154.2,
                9.1,
                36.4,
                0.0004,
                20,
                "latency hardly moved",
                over ? "passed" : null,
                true,
                List.of(),
                null,
                Map.of(),
                null);
    }

    /** The step that follows on {@link #step} when it is over, for the reason for which that one ended. */
    static StepReport nextStep() {
        return new StepReport(
                4,
                "ramp",
                START.plusSeconds(25),
                null,
                170,
                0.19,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                "passed",
                null,
                true,
                List.of(),
                null,
                Map.of(),
                null);
    }

    static LiveTick tick(int second, double p99Ms) {
        String outcome = p99Ms <= 200 ? "PASS" : "FAIL";
        return tick(
                second,
                p99Ms,
                List.of(
                        new RuleReport(
                                "p99",
                                outcome,
                                null,
                                List.of(new RuleReport.Value(
                                        "latency.p99", "latency.p99 <= duration(\"200ms\")", p99Ms / 1000, 0.2))),
                        new RuleReport("cpu", "UNKNOWN", "no sample of host.cpu", List.of())));
    }

    static LiveTick tick(String decision) {
        LiveTick tick = tick(90, 36);
        return new LiveTick(
                tick.at(),
                RunState.RESTORING,
                tick.step(),
                tick.askedShare(),
                tick.acknowledgedShare(),
                tick.observedShare(),
                null,
                tick.rps(),
                tick.poolRps(),
                tick.p50Ms(),
                tick.p99Ms(),
                tick.errorRate(),
                tick.cpu(),
                List.of(new RuleReport(
                        "cpu", "UNKNOWN", "no data for host.cpu: " + "collector@vm ".repeat(20), List.of())),
                decision,
                tick.redline(),
                tick.basis());
    }

    static LiveTick tick(int second, double p99Ms, List<RuleReport> rules) {
        return tick(second, p99Ms, rules, null);
    }

    static LiveTick tick(int second, @Nullable Double p99Ms, @Nullable Basis basis) {
        return tick(second, p99Ms, List.of(), basis);
    }

    private static LiveTick tick(int second, @Nullable Double p99Ms, List<RuleReport> rules, @Nullable Basis basis) {
        return new LiveTick(
                START.plusSeconds(second),
                RunState.RAMPING,
                3,
                0.17,
                0.17,
                0.171,
                153.0,
                154.2,
                900.0,
                9.1,
                p99Ms,
                0.0004,
                0.7,
                rules,
                "holding the load",
                REDLINE,
                basis);
    }
}
