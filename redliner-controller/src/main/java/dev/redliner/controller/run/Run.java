package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.service.Sampling;
import dev.redliner.search.Precision;
import dev.redliner.search.Search;
import dev.redliner.search.estimate.Redline;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One measurement. Immutable: {@link #on} takes an event and the time, and returns the next run and the actions to
 * take. A run uses no clock, no Kafka and no database. The same events always replay to the same run.
 */
public final class Run {
    private final RunFacts facts;
    private final RunState state;
    private final Instant stateSince;
    private final @Nullable Instant endedAt;
    private final @Nullable Ending ending;
    private final List<Step> steps;
    private final EnvoyStatuses fleet;
    private final Observations observations;
    private final LiveWindow live;
    private final WarmStart warmStart;
    private final @Nullable Search search;
    private final @Nullable Baseline baseline;
    private final RuleCounts ruleCounts;
    private final Harm harm;
    private final SharedIncident trouble;
    private final ShareNoise shareNoise;
    private final Delivered delivered;
    private final @Nullable Restoration restoration;
    private final @Nullable Redline redline;
    private final String decided;
    private final Set<String> remarks;

    Run(RunDraft draft) {
        this.facts = draft.facts;
        this.state = draft.state;
        this.stateSince = draft.stateSince;
        this.endedAt = draft.endedAt;
        this.ending = draft.ending;
        this.steps = List.copyOf(draft.steps);
        this.fleet = draft.fleet;
        this.observations = draft.observations;
        this.live = draft.live;
        this.warmStart = draft.warmStart;
        this.search = draft.search;
        this.baseline = draft.baseline;
        this.ruleCounts = draft.ruleCounts;
        this.harm = draft.harm;
        this.trouble = draft.trouble;
        this.shareNoise = draft.shareNoise;
        this.delivered = draft.delivered;
        this.restoration = draft.restoration;
        this.redline = draft.redline;
        this.decided = draft.decided;
        this.remarks = Collections.unmodifiableSet(new LinkedHashSet<>(draft.remarks));
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
        if (state.over()) {
            return Decision.silent(this);
        }
        var draft = new RunDraft(this);
        draft.on(event, now);
        boolean idle = event instanceof RunEvent.TimePassed && draft.same(this);
        if (idle) {
            return Decision.silent(this);
        }
        var next = new Run(draft);
        return new Decision(next, draft.orders ? Optional.of(next.standing()) : Optional.empty(), draft.watches);
    }

    /**
     * Whether an event needs neither processing nor journalling, because it has no effect on a run that is being
     * restored.
     */
    public boolean isObsolete(RunEvent event, Instant now) {
        return state == RunState.RESTORING && restoration != null && restoration.ignores(event, now);
    }

    /** The demand on the traffic until the run changes it. */
    public DesiredTraffic standing() {
        return switch (state) {
            case PENDING, BASELINING, REFUSED -> new DesiredTraffic.Nothing();
            case RAMPING, REFINING, CONFIRMING ->
                new DesiredTraffic.Shift(steps.get(steps.size() - 1).asked());
            case RESTORING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED ->
                new DesiredTraffic.Restore(facts.pool().baselineShare());
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
        return state.name() + " " + steps.size() + " " + wanted;
    }

    /** The interval at which the pool is to be read now. */
    public Duration samplingInterval() {
        Sampling sampling = facts.service().sampling();
        boolean nearRedline = state == RunState.REFINING || state == RunState.CONFIRMING;
        if (!nearRedline) {
            return sampling.interval();
        }
        double rps = facts.hosts() * steps.get(steps.size() - 1).load();
        return sampling.near(rps, facts.service().mostFailures());
    }

    /** The metrics before the ramp; empty until they are measured. */
    public Map<String, Double> baselineMetrics() {
        return baseline == null ? Map.of() : baseline.metrics();
    }

    public RunFacts facts() {
        return facts;
    }

    public String id() {
        return facts.id();
    }

    public RunState state() {
        return state;
    }

    public Optional<Instant> endedAt() {
        return Optional.ofNullable(endedAt);
    }

    /** The reason why the run ended or is ending. */
    public Optional<String> reason() {
        return Optional.ofNullable(ending).map(Ending::reason);
    }

    /** The limit of the service that ended the run; empty if no limit did. */
    public Optional<EndedBy> endedBy() {
        return Optional.ofNullable(ending).map(Ending::by);
    }

    /** How the search began, or will begin. */
    public WarmStart warmStart() {
        return warmStart;
    }

    public List<Step> steps() {
        return steps;
    }

    public Optional<Baseline> baseline() {
        return Optional.ofNullable(baseline);
    }

    public Harm harm() {
        return harm;
    }

    public Optional<Restoration> restoration() {
        return Optional.ofNullable(restoration);
    }

    /** The measured redline. */
    public Optional<Redline> redline() {
        return Optional.ofNullable(redline);
    }

    /** The estimate so far, for live views. */
    public Optional<Redline> estimate() {
        return redline != null || search == null ? redline() : search.estimate();
    }

    /** The last decision and its reason. */
    public String decided() {
        return decided;
    }

    /** Remarks for readers of the result. */
    public Set<String> remarks() {
        var all = new LinkedHashSet<>(remarks);
        trouble.remark().ifPresent(all::add);
        return Collections.unmodifiableSet(all);
    }

    /** The remarks without those that follow from other parts of the run. */
    Set<String> ownRemarks() {
        return remarks;
    }

    /** The newest verdict. */
    public Optional<Verdict> lastVerdict() {
        return Optional.ofNullable(observations.last());
    }

    /**
     * The SUT's part of the traffic over the last seconds, or over the ticks of {@link #watched} if they are longer.
     */
    public Optional<Double> observedShare() {
        TickSum watched = watched();
        return watched.seconds() > Observations.SHARE_WINDOW.toSeconds()
                ? Optional.ofNullable(watched.share())
                : observations.observedShare();
    }

    /**
     * The precision that follows from the percentiles of the rules; empty before the first verdict, and without a
     * percentile.
     */
    public Optional<Precision> precision() {
        Verdict last = observations.last();
        return last == null ? Optional.empty() : Precision.ofLoosest(Evidence.allowed(last));
    }

    /** The tightest latency limit of the rules that back off; zero if there is none. */
    public Duration latencyLimit() {
        Verdict last = observations.last();
        return last == null ? Duration.ZERO : Evidence.tightestLimit(last);
    }

    /** The lowest share that the Envoys confirmed recently. */
    public Optional<Share> acknowledgedShare(Instant now) {
        return fleet.lowestAcknowledged(now);
    }

    Instant stateSince() {
        return stateSince;
    }

    @Nullable
    Ending ending() {
        return ending;
    }

    RuleCounts ruleCounts() {
        return ruleCounts;
    }

    SharedIncident trouble() {
        return trouble;
    }

    ShareNoise shareNoise() {
        return shareNoise;
    }

    /** Requests under the asked shares of all steps. */
    Delivered delivered() {
        return delivered;
    }

    EnvoyStatuses fleet() {
        return fleet;
    }

    LiveWindow live() {
        return live;
    }

    /** The newest seconds of the step, with enough requests for a percentile. */
    public TickSum watched() {
        return live.sum();
    }

    Observations observations() {
        return observations;
    }

    @Nullable
    Search search() {
        return search;
    }
}
