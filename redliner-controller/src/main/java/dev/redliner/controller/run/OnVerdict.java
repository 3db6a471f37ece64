package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.HarmNormal;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.message.Phrases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Applies a verdict to a run. */
final class OnVerdict {
    private OnVerdict() {}

    static void handle(RunDraft run, Verdict heard, Instant now) {
        Verdict verdict = ofEachHost(run, heard);
        if (!verdict.run().equals(run.facts.id()) || run.state == RunState.PENDING) {
            return;
        }
        Duration late = Duration.between(verdict.at(), now);
        if (late.compareTo(run.facts.lateAfter()) > 0) {
            // too old for a decision, but its requests were served nevertheless
            charge(run, verdict);
            run.observations = run.observations.lacking(HoldMessages.staleVerdict(late), now);
            return;
        }
        if (run.observations.last() != null
                && !verdict.at().isAfter(run.observations.last().at())) {
            // another analyzer evaluated the same time again
            return;
        }
        run.observations = run.observations.received(verdict, now);
        watched(run, verdict, now);
        charge(run, verdict);
        Optional<String> tripped = run.state == RunState.RESTORING ? Optional.empty() : Guards.tripped(run, verdict);
        if (tripped.isPresent()) {
            run.end(run.state.movesTraffic() ? RunState.ABORTED : RunState.REFUSED, tripped.get(), now);
            return;
        }
        Optional<RuleVerdict> stop = Observations.failing(verdict, OnFail.STOP).findFirst();
        if (stop.isPresent() && run.state.movesTraffic() && run.state != RunState.RESTORING) {
            run.end(RunState.ABORTED, EndMessages.stopRule(stop.get().rule(), Phrases.of(stop.get())), now);
            return;
        }
        switch (run.state) {
            case BASELINING -> Baselining.handle(run, verdict, now);
            case RAMPING, REFINING, CONFIRMING -> step(run, verdict, now);
            case RESTORING -> restore(run, verdict, now);
            case PENDING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED, READY, NOT_READY -> {}
        }
    }

    /**
     * An analyzer without support for sets adds up the hosts of a set, which hides a host that breaks. The tick of its
     * verdict counts as missing.
     */
    private static Verdict ofEachHost(RunDraft run, Verdict verdict) {
        List<String> sut = run.facts.pool().sut();
        Tick tick = verdict.tick();
        return tick == null || sut.size() == 1 || tick.hosts().keySet().containsAll(sut)
                ? verdict
                : verdict.withoutTick("no counts for each host of the SUT; is the analyzer an older version?");
    }

    private static void watched(RunDraft run, Verdict verdict, Instant now) {
        Tick tick = verdict.tick();
        if (tick != null) {
            long enough = LiveWindow.enough(run.facts.service().rules());
            run.live = run.live.with(tick, run.step(), enough, now);
        }
    }

    private static void step(RunDraft run, Verdict verdict, Instant now) {
        run.replaceStep(Objects.requireNonNull(run.step()).judged(verdict.rules()));
        double budget = run.facts.service().limits().harmBudget();
        double normalLoad = run.baseline == null ? 0 : run.baseline.seen().sutRps();
        if (run.harm.beyond(budget, normalLoad)) {
            // the tick that used up the budget is evidence too
            Searching.witness(run, verdict, now);
            Searching.endWithWhatIsKnown(run, EndMessages.harmBudgetUsedUp(budget), EndedBy.HARM_BUDGET, now);
        } else {
            Searching.handle(run, verdict, now);
        }
    }

    /**
     * Adds the cost for users to the harm, once for each tick while traffic is moved, even if the tick ends the run.
     */
    private static void charge(RunDraft run, Verdict verdict) {
        Tick tick = verdict.tick();
        Instant until = run.harm.until();
        if (tick != null
                && run.state.movesTraffic()
                && (until == null || tick.to().isAfter(until))) {
            Duration limit = Evidence.tightestLimit(verdict);
            HarmNormal normal = run.baseline == null ? HarmNormal.NONE : HarmNormal.of(run.baseline, limit);
            run.harm = run.harm.plus(tick, limit, normal);
        }
    }

    private static void restore(RunDraft run, Verdict verdict, Instant now) {
        Tick tick = verdict.tick();
        Restoration restoration = run.restoration;
        if (restoration != null
                && restoration.configured() != null
                && !verdict.foreign().isEmpty()) {
            if (!RecoveryWatch.cutShort(run, now)) {
                run.leftToOthers(verdict.foreign(), now);
            }
            return;
        }
        if (tick == null || restoration == null) {
            return;
        }
        RecoveryWatch.observe(run, restoration, verdict, tick, now);
        List<String> unread = UnreadEnvoys.unread(run.envoyStatuses, tick, now);
        // an overdue restore ignores most reports, so that it may not know now which Envoys are connected
        boolean unknown =
                run.envoyStatuses.envoys(now).isEmpty() && restoration.part().seconds() > 0;
        run.restoration =
                unread.isEmpty() && !unknown ? restoration.observe(tick, now) : restoration.observePart(tick, now);
        if (run.restoration.verified() != null) {
            RecoveryWatch.proceed(run, run.restoration, now);
        } else if (!unread.isEmpty() && run.restoration.seenInPart()) {
            run.unseen(UnverifiedRestore.ENVOYS_UNREAD, EndMessages.restoreEnvoysUnread(unread), now);
        }
    }
}
