package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.message.MeasurementMessages;
import java.time.Duration;
import java.time.Instant;

/**
 * Watches during the restore whether the SUT is back at its normal. It never prolongs a run: the recovery is judged by
 * the traffic that verifies the restore. Only runs that ended with a result, or because of their harm, are watched.
 */
final class RecoveryWatch {
    private RecoveryWatch() {}

    static void observe(RunDraft run, Restoration restoration, Verdict verdict, Tick tick, Instant now) {
        if (run.baseline != null && isWanted(run) && restoration.covers(tick, now)) {
            run.hostRecovery = run.hostRecovery.observe(tick, run.baseline, Evidence.tightestLimit(verdict), now);
        }
    }

    /** Adds a remark to a run whose restore is verified if its SUT was seen not to be at its normal. */
    static void remark(RunDraft run, Restoration restoration) {
        String deviation = run.hostRecovery.deviation();
        Instant judged = run.hostRecovery.watched();
        if (run.hostRecovery.recovered() == null && deviation != null && judged != null) {
            double seconds = Duration.between(restoration.since(), judged).toMillis() / 1000.0;
            run.remarks.add(MeasurementMessages.notRecovered(seconds, deviation));
        }
    }

    private static boolean isWanted(RunDraft run) {
        return run.ending != null
                && (run.ending.state() == RunState.COMPLETED || run.ending.by() == EndedBy.HARM_BUDGET);
    }
}
