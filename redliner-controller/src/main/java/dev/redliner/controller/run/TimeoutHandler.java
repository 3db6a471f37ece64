package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.message.Phrases;
import dev.redliner.controller.run.message.RefusalMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Handles the passing of time in a run. */
final class TimeoutHandler {
    /**
     * Time limit for a confirmation. An Envoy answers within milliseconds, and one that took longer than this will not
     * answer.
     */
    private static final Duration ACKNOWLEDGED_WITHIN = Duration.ofSeconds(5);
    /** A verdict arrives with every tick. The analyzer counts as silent after this many missing verdicts. */
    private static final int SILENT_TICKS = 3;

    /** How long a run waits for traffic that could show its restore. */
    private static final Duration UNWITNESSED_FOR = Duration.ofSeconds(60);

    private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(2);

    private TimeoutHandler() {}

    static void pass(RunDraft run, Instant now) {
        switch (run.state) {
            case BASELINING -> {
                missing(run, now).ifPresent(what -> run.observations = run.observations.lacking(what, now));
                if (run.observations.unknownLongerThan(patience(run), now)) {
                    LowerLayers.remark(run);
                    run.end(RunState.REFUSED, baselineUnknown(run), now);
                } else if (run.stateSince.plus(run.facts.longestBaseline()).isBefore(now)) {
                    LowerLayers.remark(run);
                    run.end(
                            RunState.REFUSED,
                            RefusalMessages.baselineUnsettled(run.facts.longestBaseline(), unsettled(run)),
                            now);
                }
            }
            case RAMPING, REFINING, CONFIRMING -> moving(run, now);
            case RESTORING -> restoring(run, now);
            case PENDING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED, READY, NOT_READY -> {}
        }
    }

    /** Why the baseline did not settle: no requests, a rule, busy peers, missing data, or else the last decision. */
    private static String unsettled(RunDraft run) {
        Baseline baseline = run.baseline;
        if (run.search == null && baseline != null && !(baseline.seen().requested() > 0)) {
            double declared = run.facts.pool().baselineShare().fraction();
            return baseline.seen().poolRequested() > 0
                    ? RefusalMessages.wrongBaselineShare(0.0, declared)
                    : EndMessages.noTraffic();
        }
        String missing = run.observations.missing();
        return Stream.ofNullable(run.observations.last())
                .flatMap(verdict -> run.ruleCounts.byChance(verdict).stream())
                .findFirst()
                .map(rule -> HoldMessages.ruleFailsAtBaseline(rule.rule(), Phrases.of(rule)))
                .or(() ->
                        Optional.ofNullable(run.observations.last()).flatMap(last -> Preflight.peersTooBusy(run, last)))
                .orElse(missing.isEmpty() ? run.decided : missing);
    }

    private static String baselineUnknown(RunDraft run) {
        String missing = run.observations.missing();
        boolean ruleFails = Stream.ofNullable(run.observations.last())
                .flatMap(last -> run.ruleCounts.broken(last).stream())
                .map(rule -> HoldMessages.ruleFailsAtBaseline(rule.rule(), Phrases.of(rule)))
                .anyMatch(missing::startsWith);
        if (ruleFails) {
            return missing;
        }
        String why = RefusalMessages.baselineUnknown(missing);
        return ThinRules.tooShort(run).map(advice -> why + " " + advice).orElse(why);
    }

    /**
     * The traffic that could show the restore may be absent, such as at night in a test pool. If every Envoy confirmed
     * its baseline and no request arrived for a while, the run ends nevertheless. Its reason then states that the share
     * was not seen. Short of that, the restore continues for any length of time until a person intervenes.
     */
    private static void restoring(RunDraft run, Instant now) {
        Restoration restoration = Objects.requireNonNull(run.restoration);
        if (restoration.verified() != null) {
            RecoveryWatch.expire(run, restoration, now);
        } else if (restoration.unwitnessed(UNWITNESSED_FOR, now)) {
            run.unseen(UnverifiedRestore.NO_TRAFFIC, EndMessages.restoreUnwitnessed(UNWITNESSED_FOR), now);
        } else if (restoration.undecided(now)) {
            undecided(run, restoration, now);
        }
    }

    private static void undecided(RunDraft run, Restoration restoration, Instant now) {
        ShareTest test = restoration.test();
        if (test.alike()) {
            run.unseen(
                    UnverifiedRestore.SHARES_TOO_NEAR,
                    EndMessages.restoreIndistinguishable(test.held(), test.baseline()),
                    now);
        } else {
            TickSum seen = restoration.seen();
            run.unseen(
                    UnverifiedRestore.TOO_FEW_REQUESTS,
                    EndMessages.restoreTooFewRequests(
                            seen.poolRequested(),
                            Duration.ofSeconds(Math.round(seen.seconds())),
                            test.held(),
                            test.baseline()),
                    now);
        }
    }

    private static void moving(RunDraft run, Instant now) {
        missing(run, now).ifPresent(what -> {
            run.observations = run.observations.lacking(what, now);
            run.decided = HoldMessages.holds(what);
        });
        Step step = Objects.requireNonNull(run.step());
        if (run.observations.unknownLongerThan(patience(run), now)) {
            run.end(
                    RunState.INCONCLUSIVE,
                    EndMessages.unknownFor(
                            run.observations.patience().totalAt(now), patience(run), run.observations.missing()),
                    EndedBy.UNKNOWN_FOR,
                    now);
        } else if (step.held().inEffect() == null
                && step.held().since().plus(ACKNOWLEDGED_WITHIN).isBefore(now)) {
            run.end(RunState.INCONCLUSIVE, EndMessages.notConfirmed(step.asked(), ACKNOWLEDGED_WITHIN), now);
        } else if (run.envoyStatuses.expired(run.facts.id(), run.facts.token())) {
            run.end(RunState.INCONCLUSIVE, EndMessages.leaseRanOut(), now);
        } else if (run.facts
                .startedAt()
                .plus(run.facts.service().limits().maxDuration())
                .isBefore(now)) {
            Searching.endWithWhatIsKnown(run, EndMessages.longestDurationReached(), EndedBy.MAX_DURATION, now);
        }
    }

    private static Optional<String> missing(RunDraft run, Instant now) {
        Duration interval = run.facts.service().sampling().interval();
        Duration silence = interval.multipliedBy(SILENT_TICKS);
        Duration limit = silence.compareTo(SHORTEST_SILENCE) < 0 ? SHORTEST_SILENCE : silence;
        if (run.envoyStatuses.envoys(now).isEmpty()
                && run.stateSince.plus(limit).isBefore(now)) {
            return Optional.of(HoldMessages.noEnvoyConnected());
        }
        if (run.observations.silentLongerThan(limit, run.stateSince, now)) {
            return Optional.of(HoldMessages.noVerdicts());
        }
        return Optional.empty();
    }

    private static Duration patience(RunDraft run) {
        return run.facts.service().limits().unknownFor();
    }
}
