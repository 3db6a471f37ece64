package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.message.MeasurementMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Watches after the restore until the SUT is back at its normal. Only runs that ended with a result, or because of
 * their harm, wait for it: whoever aborted a run waits for its end, and a dead SUT does not recover in a minute.
 */
final class RecoveryWatch {
    private static final Duration SHORTEST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private RecoveryWatch() {}

    static void observe(RunDraft run, Restoration restoration, Verdict verdict, Tick tick, Instant now) {
        if (run.baseline != null && isWanted(run) && restoration.covers(tick, now)) {
            run.hostRecovery = run.hostRecovery.observe(tick, run.baseline, Evidence.tightestLimit(verdict), now);
        }
    }

    /** Ends a run whose restore is verified, unless the SUT may still recover. */
    static void endOrWait(RunDraft run, Restoration restoration, Instant now) {
        if (isWanted(run)
                && run.baseline != null
                && run.hostRecovery.recovered() == null
                && now.isBefore(restoration.since().plus(watchFor(run)))) {
            run.decided = MeasurementMessages.waitsForRecovery();
            return;
        }
        Ending ending = Objects.requireNonNull(run.ending);
        if (isWanted(run) && run.hostRecovery.recovered() == null) {
            String deviation = run.hostRecovery.deviation();
            double seconds = Duration.between(restoration.since(), now).toMillis() / 1000.0;
            run.remarks.add(
                    deviation == null
                            ? MeasurementMessages.recoveryUnknown(MeasurementMessages.tooFewRequests())
                            : MeasurementMessages.notRecovered(seconds, deviation));
        }
        run.over(ending.state(), now);
    }

    private static boolean isWanted(RunDraft run) {
        return run.ending != null
                && (run.ending.state() == RunState.COMPLETED || run.ending.by() == EndedBy.HARM_BUDGET);
    }

    /** Twice the time above the redline, from the decision to restore, within 10 s to a minute. */
    private static Duration watchFor(RunDraft run) {
        Step last = run.step();
        double redline = run.redline != null ? run.redline.rps() : last == null ? 0 : last.load() - 1;
        Duration above = run.steps.stream()
                .filter(step -> step.load() > redline)
                .map(step -> Duration.between(step.from(), step.to() == null ? step.from() : step.to()))
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(2);
        Duration least = above.compareTo(SHORTEST) < 0 ? SHORTEST : above;
        return least.compareTo(LONGEST) > 0 ? LONGEST : least;
    }
}
