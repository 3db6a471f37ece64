package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.MeasurementReport;
import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.Harm;
import dev.redliner.controller.run.evidence.HostRecovery;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.Precision;
import dev.redliner.search.Redline;
import dev.redliner.service.Sampling;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One measurement. Immutable: {@link #on} takes an event and the time, and returns the next run and the actions to
 * take. A run uses no clock, no Kafka and no database. The same events always replay to the same run.
 */
public final class Run {
    /** Never changed once it is in a run. */
    private final RunDraft draft;

    private final List<Step> steps;

    private Run(RunDraft draft) {
        this.draft = draft;
        this.steps = Collections.unmodifiableList(draft.steps);
    }

    /** Creates a run that was just accepted. */
    public static Run accepted(RunFacts facts) {
        return new Run(new RunDraft(facts));
    }

    /**
     * Applies an event. If only time passed and nothing changed, the result is the same instance, so that the event
     * need not be journalled.
     */
    public Decision on(RunEvent event, Instant now) {
        if (draft.state.over()) {
            return Decision.silent(this);
        }
        RunDraft next = draft();
        apply(next, event, now);
        boolean idle = event instanceof RunEvent.TimePassed && next.same(draft);
        if (idle) {
            return Decision.silent(this);
        }
        var run = new Run(next);
        return new Decision(run, next.orders ? Optional.of(run.standing()) : Optional.empty(), next.watches);
    }

    /** A copy to change. */
    RunDraft draft() {
        return new RunDraft(draft);
    }

    private static void apply(RunDraft draft, RunEvent event, Instant now) {
        if (event instanceof RunEvent.Begun begun) {
            draft.begin(begun, now);
        } else if (event instanceof RunEvent.VerdictArrived arrived) {
            draft.describe(arrived.verdict().properties());
            OnVerdict.handle(draft, arrived.verdict(), now);
        } else if (event instanceof RunEvent.ReportArrived arrived) {
            OnReport.handle(draft, arrived.report(), now);
        } else if (event instanceof RunEvent.TimePassed) {
            TimeoutHandler.pass(draft, now);
        } else if (event instanceof RunEvent.AbortAsked asked) {
            if (!RecoveryWatch.cutShort(draft, now)) {
                draft.end(RunState.ABORTED, EndMessages.abortedBy(asked.who(), asked.why()), now);
            }
        } else if (event instanceof RunEvent.Dismissed dismissed) {
            if (!RecoveryWatch.cutShort(draft, now)) {
                draft.unseen(UnverifiedRestore.DISMISSED, EndMessages.dismissed(dismissed.who(), dismissed.why()), now);
            }
        } else if (event instanceof RunEvent.PartFailed failed) {
            draft.end(RunState.INCONCLUSIVE, EndMessages.partFailed(failed.what(), failed.why()), now);
        } else if (event instanceof RunEvent.Recovered recovered) {
            Recovery.begin(draft, recovered, now);
        } else if (event instanceof RunEvent.Stalled stalled) {
            draft.end(RunState.INCONCLUSIVE, EndMessages.controllerStoodStill(stalled.seconds()), now);
        }
    }

    /**
     * Whether an event needs neither processing nor journalling, because it has no effect on a run that is being
     * restored.
     */
    public boolean isObsolete(RunEvent event, Instant now) {
        return draft.state == RunState.RESTORING && draft.restoration != null && draft.restoration.ignores(event, now);
    }

    /** The demand on the traffic until the run changes it. */
    public DesiredTraffic standing() {
        return switch (draft.state) {
            case PENDING, BASELINING, REFUSED, READY, NOT_READY -> new DesiredTraffic.Nothing();
            case RAMPING, REFINING, CONFIRMING ->
                new DesiredTraffic.Shift(steps.get(steps.size() - 1).asked());
            case RESTORING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED ->
                new DesiredTraffic.Restore(draft.facts.pool().baselineShare());
        };
    }

    /**
     * The outcome in a few characters: state, number of steps and demanded share. A replay of the events that leads to
     * another outcome is no replay of this run.
     */
    public String outcome() {
        String wanted = standing() instanceof DesiredTraffic.Shift shift
                ? Integer.toString(shift.share().millionths())
                : "baseline";
        return draft.state.name() + " " + steps.size() + " " + wanted;
    }

    /** The interval at which the pool is to be read now. */
    public Duration samplingInterval() {
        Sampling sampling = draft.facts.service().sampling();
        boolean nearRedline = draft.state == RunState.REFINING || draft.state == RunState.CONFIRMING;
        if (!nearRedline) {
            return sampling.interval();
        }
        double rps = draft.facts.hosts() * steps.get(steps.size() - 1).load();
        return sampling.near(rps, draft.facts.service().mostFailures());
    }

    /** The metrics before the ramp; empty until they are measured. */
    public Map<String, Double> baselineMetrics() {
        return draft.baseline == null ? Map.of() : draft.baseline.metrics();
    }

    public RunFacts facts() {
        return draft.facts;
    }

    public String id() {
        return draft.facts.id();
    }

    public RunState state() {
        return draft.state;
    }

    public Optional<Instant> endedAt() {
        return Optional.ofNullable(draft.endedAt);
    }

    /** The reason why the run ended or is ending. */
    public Optional<String> reason() {
        return Optional.ofNullable(draft.ending).map(Ending::reason);
    }

    /** The limit of the service that ended the run; empty if no limit did. */
    public Optional<EndedBy> endedBy() {
        return Optional.ofNullable(draft.ending).map(Ending::by);
    }

    /** Why the run ended before its restore was verified; empty if it did not. */
    public Optional<UnverifiedRestore> unverified() {
        return Optional.ofNullable(draft.ending).map(Ending::unverified);
    }

    /** How the search began, or will begin. */
    public WarmStart warmStart() {
        return draft.warmStart;
    }

    public List<Step> steps() {
        return steps;
    }

    public Optional<Baseline> baseline() {
        return Optional.ofNullable(draft.baseline);
    }

    public Harm harm() {
        return draft.harm;
    }

    public Optional<Restoration> restoration() {
        return Optional.ofNullable(draft.restoration);
    }

    /** Texts about the hosts of the SUT as {@code <host>/<name>}, as they were first reported. */
    public Map<String, String> properties() {
        return draft.properties;
    }

    /** The return of the SUT to its normal; empty if the run does not watch for it, or not yet. */
    public Optional<HostRecovery> hostRecovery() {
        return draft.hostRecovery.watched() == null ? Optional.empty() : Optional.of(draft.hostRecovery);
    }

    /** Whether the measurement holds together; empty before the first step. */
    public Optional<MeasurementReport> measurement() {
        return steps.isEmpty() ? Optional.empty() : Optional.of(Measurement.of(steps));
    }

    /** The measured redline. */
    public Optional<Redline> redline() {
        return Optional.ofNullable(draft.redline);
    }

    /** The estimate so far, for live views. */
    public Optional<Redline> estimate() {
        return draft.redline != null || draft.search == null ? redline() : draft.search.estimate();
    }

    /** The last decision and its reason. */
    public String decided() {
        return draft.decided;
    }

    /** Whether some seconds of the steps were left out. */
    public boolean hadSharedIncident() {
        return draft.sharedIncident.remark().isPresent();
    }

    /** Remarks for readers of the result. */
    public Set<String> remarks() {
        var all = new LinkedHashSet<>(draft.remarks);
        draft.sharedIncident.remark().ifPresent(all::add);
        return Collections.unmodifiableSet(all);
    }

    /** The newest verdict. */
    public Optional<Verdict> lastVerdict() {
        return Optional.ofNullable(draft.observations.last());
    }

    /**
     * The SUT's part of the traffic over the last seconds, or over the ticks of {@link #watched} if they are longer.
     */
    public Optional<Double> observedShare() {
        TickSum watched = watched();
        return watched.seconds() > Observations.SHARE_WINDOW.toSeconds()
                ? Optional.ofNullable(watched.share())
                : draft.observations.observedShare();
    }

    /**
     * The precision that follows from the percentiles of the rules; empty before the first verdict, and without a
     * percentile.
     */
    public Optional<Precision> precision() {
        Verdict last = draft.observations.last();
        return last == null ? Optional.empty() : Precision.ofLoosest(Evidence.allowed(last), facts().hosts());
    }

    /** The tightest latency limit of the rules that back off; zero if there is none. */
    public Duration latencyLimit() {
        Verdict last = draft.observations.last();
        return last == null ? Duration.ZERO : Evidence.tightestLimit(last);
    }

    /** The lowest share that the Envoys confirmed recently. */
    public Optional<Share> acknowledgedShare(Instant now) {
        return draft.envoyStatuses.lowestAcknowledged(now);
    }

    /** The newest seconds of the step, with enough requests for a percentile. */
    public TickSum watched() {
        return draft.live.sum();
    }

    /**
     * The result of an event.
     *
     * @param run the run after the event
     * @param order the demand on the traffic to send at once; empty if nothing is to be sent now. Renewals follow
     *     {@link #standing}
     * @param watch whether to send the watch at once, because the needed samples changed
     */
    public record Decision(Run run, Optional<DesiredTraffic> order, boolean watch) {
        /** Nothing is to be sent. */
        static Decision silent(Run run) {
            return new Decision(run, Optional.empty(), false);
        }
    }
}
