package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.HostRecovery;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.MeasurementMessages;
import dev.redliner.controller.run.traffic.TickBegin;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Watches after the traffic whether the SUT is back at its normal. A run whose restore is verified continues while its
 * SUT is not, or while too few requests were seen to tell, but no longer than {@link #LONGEST}. No traffic is moved in
 * this time, and nothing that happens in it changes the result. Only runs that ended with a result, or because of their
 * harm, are watched.
 */
final class RecoveryWatch {
    /** From the decision to restore: the longest expectation, and the time over which the SUT is judged. */
    static final Duration LONGEST = Duration.ofSeconds(65);

    /** The tick that covers the end of the watch arrives within this time, or not at all. */
    private static final Duration LAST_TICK = Duration.ofSeconds(5);

    private RecoveryWatch() {}

    static void observe(RunDraft run, Restoration restoration, Verdict verdict, Tick tick, Instant now) {
        if (run.baseline != null && isWanted(run) && restoration.covers(tick, now)) {
            run.hostRecovery = run.hostRecovery.observe(
                    tick,
                    TickBegin.of(tick, now),
                    since(restoration, verdict),
                    run.baseline,
                    Evidence.tightestLimit(verdict),
                    now);
        }
    }

    /** The signals, unless a host was read before the traffic was back. */
    private static @Nullable SignalValues since(Restoration restoration, Verdict verdict) {
        SignalValues signals = verdict.signals();
        Instant configured = restoration.configured();
        return signals == null || configured == null || signals.from().isBefore(configured) ? null : signals;
    }

    /** Ends a run whose restore is verified, unless it is to be watched for longer. */
    static void proceed(RunDraft run, Restoration restoration, Instant now) {
        boolean continues = isWanted(run)
                && run.baseline != null
                && run.hostRecovery.recovered() == null
                && run.hostRecovery.waits()
                && now.isBefore(restoration.since().plus(LONGEST));
        if (!continues) {
            end(run, restoration, now);
            return;
        }
        double took = Objects.requireNonNull(restoration.took()).toMillis() / 1000.0;
        run.decided = MeasurementMessages.awaitsRecovery(took, run.hostRecovery.deviation(), LONGEST.toSeconds());
    }

    /** Ends a run whose restore is verified if the time to watch it is over, also without a tick. */
    static void expire(RunDraft run, Restoration restoration, Instant now) {
        if (!now.isBefore(restoration.since().plus(LONGEST).plus(LAST_TICK))) {
            end(run, restoration, now);
        }
    }

    /**
     * Ends the watch of the SUT after an abort, a dismissal, a share of another system or a takeover. A run whose restore
     * is not verified yet ends as soon as it is.
     *
     * @return whether the run is over
     */
    static boolean cutShort(RunDraft run, Instant now) {
        Restoration restoration = run.restoration;
        if (run.state != RunState.RESTORING || restoration == null) {
            return false;
        }
        run.hostRecovery = run.hostRecovery.withoutWaiting();
        if (restoration.verified() == null) {
            return false;
        }
        end(run, restoration, now);
        return true;
    }

    private static void end(RunDraft run, Restoration restoration, Instant now) {
        remark(run, restoration);
        Ending ending = Objects.requireNonNull(run.ending);
        run.decided = EndMessages.restores(ending.reason());
        run.over(ending.state(), now);
    }

    /** Adds a remark if the SUT was seen not to be at its normal. */
    private static void remark(RunDraft run, Restoration restoration) {
        HostRecovery recovery = run.hostRecovery;
        String deviation = recovery.deviation();
        Instant judged = recovery.watched();
        if (recovery.recovered() == null && deviation != null && judged != null) {
            double seconds = Duration.between(restoration.since(), judged).toMillis() / 1000.0;
            run.remarks.add(
                    recovery.shared()
                            ? MeasurementMessages.peersNotNormalToo(deviation)
                            : MeasurementMessages.notRecovered(seconds, deviation));
        }
    }

    private static boolean isWanted(RunDraft run) {
        return run.ending != null
                && (run.ending.state() == RunState.COMPLETED || run.ending.by() == EndedBy.HARM_BUDGET);
    }
}
