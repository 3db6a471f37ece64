package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.Harm;
import dev.redliner.controller.run.evidence.HostRecovery;
import dev.redliner.controller.run.evidence.SharedIncident;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.ProgressMessages;
import dev.redliner.controller.run.traffic.Delivered;
import dev.redliner.controller.run.traffic.EnvoyStatuses;
import dev.redliner.controller.run.traffic.ShareNoise;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of a run, while the next one is being built from it, and the transitions between the states. */
final class RunDraft {
    RunFacts facts;
    RunState state;
    Instant stateSince;

    /** Whether the run ends where others make their first step. */
    boolean dryRun;

    @Nullable
    Instant endedAt;

    @Nullable
    Ending ending;

    final List<Step> steps;
    EnvoyStatuses envoyStatuses;
    Observations observations;
    LiveWindow live;

    WarmStart warmStart;

    @Nullable
    Search search;

    @Nullable
    Baseline baseline;

    RuleCounts ruleCounts;

    Harm harm;
    SharedIncident sharedIncident;
    ShareNoise shareNoise;
    Delivered delivered;

    @Nullable
    Restoration restoration;

    HostRecovery hostRecovery;
    /** As first reported: the report describes the SUT as it was at its baseline. */
    Map<String, String> properties;

    @Nullable
    Redline redline;

    String decided;
    final Set<String> remarks;

    /** Whether the demand on the traffic is to be sent at once. */
    boolean orders;

    /** Whether the watch is to be sent at once. */
    boolean watches;

    RunDraft(RunFacts facts) {
        this.facts = facts;
        this.state = RunState.PENDING;
        this.stateSince = facts.startedAt();
        this.steps = new ArrayList<>();
        this.envoyStatuses = EnvoyStatuses.UNKNOWN;
        this.observations = Observations.NONE;
        this.live = LiveWindow.NONE;
        this.warmStart = WarmStart.of(facts.settings());
        this.ruleCounts = RuleCounts.NONE;
        this.harm = Harm.NONE;
        this.sharedIncident = SharedIncident.NONE;
        this.shareNoise = ShareNoise.UNKNOWN;
        this.delivered = Delivered.NONE;
        this.hostRecovery = HostRecovery.NONE;
        this.properties = Map.of();
        this.decided = ProgressMessages.accepted();
        this.remarks = new LinkedHashSet<>();
    }

    /** A copy to change, with nothing to send yet. */
    RunDraft(RunDraft other) {
        this.facts = other.facts;
        this.state = other.state;
        this.stateSince = other.stateSince;
        this.dryRun = other.dryRun;
        this.endedAt = other.endedAt;
        this.ending = other.ending;
        this.steps = new ArrayList<>(other.steps);
        this.envoyStatuses = other.envoyStatuses;
        this.observations = other.observations;
        this.live = other.live;
        this.warmStart = other.warmStart;
        this.search = other.search;
        this.baseline = other.baseline;
        this.ruleCounts = other.ruleCounts;
        this.harm = other.harm;
        this.sharedIncident = other.sharedIncident;
        this.shareNoise = other.shareNoise;
        this.delivered = other.delivered;
        this.restoration = other.restoration;
        this.hostRecovery = other.hostRecovery;
        this.properties = other.properties;
        this.redline = other.redline;
        this.decided = other.decided;
        this.remarks = new LinkedHashSet<>(other.remarks);
    }

    /** Variance of the SUT's requests as a multiple of that of single draws, as far as it was measured. */
    double dispersion() {
        return shareNoise.dispersion(facts.shareDispersion());
    }

    void begin(RunEvent.Begun begun, Instant now) {
        if (state == RunState.PENDING) {
            WarmStartRequest beginning = begun.beginning();
            dryRun = Boolean.TRUE.equals(begun.dryRun());
            warmStart = beginning == null ? warmStart : WarmStart.planned(beginning);
            enter(RunState.BASELINING, now);
            decided = ProgressMessages.learnsNormal();
            if (begun.remarks() != null) {
                remarks.addAll(begun.remarks());
            }
            if (dryRun) {
                remarks.add(ProgressMessages.remarkDryRun());
            }
            watches = true;
        }
    }

    void enter(RunState next, Instant now) {
        if (next != state) {
            state = next;
            stateSince = now;
            watches = true;
        }
    }

    /** Ends the run: at once if no traffic was moved, otherwise through the restore. The first reason is kept. */
    void end(RunState how, String why, Instant now) {
        end(how, why, null, now);
    }

    /** @param by the limit that ends the run; null if no limit does */
    void end(RunState how, String why, @Nullable EndedBy by, Instant now) {
        if (state == RunState.RESTORING || state.over()) {
            return;
        }
        RunState end = dryRun && how != RunState.READY ? RunState.NOT_READY : how;
        ending = new Ending(end, why, by);
        decided = why;
        endStep(why, now);
        if (state.movesTraffic()) {
            restoration = begunRestoration(now);
            enter(RunState.RESTORING, now);
            decided = EndMessages.restores(why);
            orders = true;
        } else {
            over(end, now);
        }
    }

    Restoration begunRestoration(Instant now) {
        Step last = step();
        return Restoration.begun(
                now, ShareTest.of(facts, last == null ? 0 : last.asked().fraction(), shareNoise));
    }

    /** Ends a run that is being restored although the traffic does not show it, and adds this to the reason. */
    void unseen(UnverifiedRestore cause, String why, Instant now) {
        Ending before = ending;
        if (state == RunState.RESTORING && before != null) {
            ending = before.withoutVerifiedRestore(cause, why);
            decided = ending.reason();
            over(before.state(), now);
        }
    }

    /** Ends the restore because Redliner's own override is gone and another party sets the share. */
    void leftToOthers(List<String> foreign, Instant now) {
        unseen(UnverifiedRestore.OTHER_SYSTEM, EndMessages.leftToOthers(foreign), now);
    }

    void over(RunState how, Instant now) {
        state = how;
        stateSince = now;
        endedAt = now;
        orders = true;
    }

    void endStep(String why, Instant now) {
        if (steps.isEmpty()) {
            return;
        }
        Step last = steps.get(steps.size() - 1);
        if (last.to() == null) {
            steps.set(
                    steps.size() - 1,
                    last.ended(now, why, last.counted() && last.seen().seconds() > 0));
        }
    }

    /** Whether the event changed nothing, so that a replay does not need it. */
    boolean same(RunDraft before) {
        return state == before.state && observations == before.observations && !orders && !watches;
    }

    /** Keeps the texts that are not known yet. */
    void describe(Map<String, String> reported) {
        if (!properties.keySet().containsAll(reported.keySet())) {
            var known = new HashMap<>(reported);
            known.putAll(properties);
            properties = Map.copyOf(known);
        }
    }

    /** The beginning of a rule's window. The clock of a reporter may be ahead of the clock that times the steps. */
    Instant windowBegin(RuleVerdict rule) {
        Duration window = facts.specOf(rule).map(RuleSpec::window).orElse(Duration.ZERO);
        return observations.lastAt().minus(window);
    }

    @Nullable
    Step step() {
        return steps.isEmpty() ? null : steps.get(steps.size() - 1);
    }

    /** Adds a tick to the present step, and its requests to those of the run if the share of the step was in effect. */
    Step count(Step step, Tick tick, Instant now) {
        delivered = step.held().covers(tick, now) ? delivered.plus(tick, step.asked()) : delivered;
        Verdict last = observations.last();
        Step seen = step.observe(tick, last == null ? null : last.signals(), facts.hosts(), now);
        replaceStep(seen);
        return seen;
    }

    void replaceStep(Step step) {
        steps.set(steps.size() - 1, step);
    }
}
