package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.search.Plan;
import dev.redliner.controller.search.Search;
import dev.redliner.controller.search.Second;
import dev.redliner.controller.search.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** What a verdict means to a run. */
final class OnVerdict {
    /** The pool's load is taken from this much of the baseline before the search begins. */
    private static final double LOAD_SECONDS = 3;
    /** Kept back from the longest duration, so that the search ends by itself. */
    private static final Duration RESERVE = Duration.ofSeconds(5);
    /** The share is judged once this much was seen. */
    private static final double SHARE_SECONDS = 5;

    private static final double SHARE_REQUESTS = 500;

    private OnVerdict() {}

    static void hear(RunDraft run, Verdict verdict, Instant now) {
        if (!verdict.run().equals(run.facts.id()) || run.state == RunState.PENDING) {
            return;
        }
        Duration late = Duration.between(verdict.at(), now);
        if (late.compareTo(run.facts.lateAfter()) > 0) {
            run.knowledge = run.knowledge.lacking("fresh verdicts: the newest is " + late.toSeconds() + " s old", now);
            return;
        }
        if (run.knowledge.last() != null
                && !verdict.at().isAfter(run.knowledge.last().at())) {
            // another analyzer judged again what was judged before
            return;
        }
        run.knowledge = run.knowledge.heard(verdict, now);
        if (run.state != RunState.RESTORING && Guards.tripped(run, verdict, now)) {
            return;
        }
        Optional<RuleVerdict> stop = Knowledge.failing(verdict, OnFail.STOP);
        if (stop.isPresent() && run.state.movesTraffic() && run.state != RunState.RESTORING) {
            run.end(RunState.ABORTED, "rule " + stop.get().rule() + " says stop: " + Words.of(stop.get()), now);
            return;
        }
        if (stop.isPresent() && run.state == RunState.BASELINING) {
            unsettled(run, stop.get(), now);
            return;
        }
        switch (run.state) {
            case BASELINING -> baseline(run, verdict, now);
            case RAMPING, REFINING, CONFIRMING -> search(run, verdict, now);
            case RESTORING -> restore(run, verdict, now);
            case PENDING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED -> {}
        }
    }

    private static void baseline(RunDraft run, Verdict verdict, Instant now) {
        Optional<RuleVerdict> broken = Knowledge.failing(verdict, OnFail.BACK_OFF);
        if (broken.isPresent()) {
            unsettled(run, broken.get(), now);
            return;
        }
        Tick tick = verdict.tick();
        if (tick == null || !run.fleet.onBaseline(now)) {
            run.knowledge = run.knowledge.lacking(
                    tick == null ? Words.noTick(verdict) : "an Envoy of the pool that is on its baseline", now);
            return;
        }
        if (run.search == null || run.search.plan() instanceof Plan.Visit visit && visit.stage() == Stage.BASELINE) {
            gather(run, verdict, tick);
            return;
        }
        arm(run, verdict, now);
    }

    /** Nothing begins while a rule is broken; what was gathered meanwhile is no baseline. */
    private static void unsettled(RunDraft run, RuleVerdict broken, Instant now) {
        run.search = null;
        run.baseline = null;
        run.knowledge = run.knowledge.lacking(
                "sign that rule " + broken.rule() + " holds under the normal load: " + Words.of(broken), now);
        run.decided = "wait: rule " + broken.rule() + " does not hold under the normal load";
    }

    /** Hands the baseline to the search, once the pool's load is known. */
    private static void gather(RunDraft run, Verdict verdict, Tick tick) {
        run.knowledge = run.knowledge.allKnown().with(run.knowledge.evidence().plus(verdict));
        Baseline before = run.baseline == null ? Baseline.begun(verdict) : run.baseline;
        run.baseline = before.saw(verdict, tick, Evidence.tightestLimit(verdict));
        TickSum seen = run.baseline.seen();
        if (run.search == null && seen.seconds() >= LOAD_SECONDS && seen.requested() > 0) {
            double pool = seen.poolRequested() / seen.seconds();
            double highest = run.facts.pool().maxShare().fraction() * pool;
            Duration left = run.facts.service().limits().maxDuration().minus(RESERVE);
            run.opening = run.opening.seen(run.baseline.identity(), verdict.at());
            run.search = run.facts
                    .search()
                    .from(
                            seen.requested() / seen.seconds(),
                            highest,
                            run.opening.settings().within(left));
        }
        if (run.search != null) {
            handOn(run);
        }
    }

    /** The baseline is known and told to the analyzer: begin once every rule that matters is known with it. */
    private static void arm(RunDraft run, Verdict verdict, Instant now) {
        Baseline baseline = Objects.requireNonNull(run.baseline);
        Optional<String> refusal = Preflight.refusal(run, baseline, verdict);
        if (refusal.isPresent()) {
            run.end(RunState.REFUSED, refusal.get(), now);
            return;
        }
        Optional<String> unknown = Knowledge.unknownRules(verdict);
        if (unknown.isPresent()) {
            run.knowledge = run.knowledge.lacking(unknown.get(), now);
            run.decided = "wait for " + unknown.get();
            return;
        }
        run.knowledge = run.knowledge.allKnown();
        run.follow(Objects.requireNonNull(run.search).plan(), now);
    }

    private static void search(RunDraft run, Verdict verdict, Instant now) {
        Step step = Objects.requireNonNull(run.step()).judged(verdict.rules());
        run.replaceStep(step);
        Tick tick = verdict.tick();
        Optional<String> unknown = tick == null
                ? Optional.of(Words.noTick(verdict))
                : run.fleet.envoys(now).isEmpty()
                        ? Optional.of("an Envoy of the pool that is connected to a redirector")
                        : Knowledge.unknownRules(verdict).or(() -> Guards.unknown(run, verdict));
        if (tick != null) {
            charge(run, verdict, tick, now);
        }
        if (run.state == RunState.RESTORING) {
            return;
        }
        Optional<RuleVerdict> broken = Knowledge.failing(verdict, OnFail.BACK_OFF);
        if (broken.isPresent() && isNews(run, broken.get(), verdict)) {
            if (tick != null && spoilt(step, tick)) {
                run.end(RunState.INCONCLUSIVE, Words.invalid(tick.invalidating()), now);
                return;
            }
            Evidence shown = run.knowledge.evidence();
            if (tick != null && unknown.isEmpty()) {
                shown = shown.plus(verdict);
                witness(run, step, shown, tick);
            }
            breach(run, broken.get(), shown, now);
        } else if (unknown.isPresent()) {
            run.knowledge = run.knowledge.lacking(unknown.get(), now);
            run.decided = "hold: " + unknown.get();
        } else if (tick != null) {
            run.knowledge = run.knowledge.allKnown();
            use(run, step, verdict, tick, now);
        }
    }

    /**
     * A rule's window may still hold a load as high that was left because of it; that is no news of this one. Its danger
     * check goes on all the while.
     */
    private static boolean isNews(RunDraft run, RuleVerdict broken, Verdict verdict) {
        Step current = Objects.requireNonNull(run.step());
        if (current.inEffect() == null) {
            return false;
        }
        Instant from = seenBy(run, broken);
        return run.steps.stream()
                .filter(s ->
                        s.load() > current.load() * 1.005 || (healedAfter(run, s) && s.load() > current.load() * 0.95))
                .allMatch(s -> s.to() != null && s.to().plusSeconds(1).isBefore(from));
    }

    /** Whether Envoy itself answered some of what the step sent, so that what broke may be its limit and not the SUT's. */
    private static boolean spoilt(Step step, Tick tick) {
        return !tick.invalidating().isEmpty()
                && step.inEffect() != null
                && tick.to().isAfter(step.inEffect());
    }

    /** How far back a rule looks. */
    private static Instant seenBy(RunDraft run, RuleVerdict rule) {
        Duration window = run.facts.service().rules().stream()
                .filter(r -> r.id().equals(rule.rule()))
                .map(r -> r.window())
                .findFirst()
                .orElse(Duration.ZERO);
        return Objects.requireNonNull(run.knowledge.last()).at().minus(window);
    }

    private static boolean healedAfter(RunDraft run, Step step) {
        return run.steps.size() > step.number()
                && run.steps.get(step.number()).stage().equals("heal");
    }

    /**
     * @param shown what was seen of the step, and the sample that began before it: no load in it was higher, so what
     *     breaks in it is broken
     */
    private static void breach(RunDraft run, RuleVerdict broken, Evidence shown, Instant now) {
        Search before = Objects.requireNonNull(run.search);
        Second since = shown.sum(highest(run)).orElse(null);
        if (since != null && run.trouble.since(seenBy(run, broken))) {
            // the load goes down all the same; what the rule saw is just no evidence
            since = since.inCommonTrouble();
        }
        run.search = before.breached(broken.rule(), since);
        run.decided = "rule " + broken.rule() + " is broken: " + Words.of(broken);
        if (before.plan().equals(run.search.plan())) {
            // the search waits for more, and must not be kept from it
            handOn(run);
        }
        // never a higher share while a rule is broken; a lower load can be one if there seems to be less traffic, and
        // what seems so may be missing data
        run.follow(run.search.plan(), Objects.requireNonNull(run.step()).asked(), now);
    }

    private static void charge(RunDraft run, Verdict verdict, Tick tick, Instant now) {
        double normal = run.baseline == null ? 0 : run.baseline.badFraction();
        run.harm = run.harm.plus(tick, Evidence.tightestLimit(verdict), normal);
        double budget = run.facts.service().limits().harmBudget();
        Double normalLoad = run.baseline == null ? null : run.baseline.seen().rps();
        if (run.state != RunState.RESTORING && run.harm.beyond(budget, normalLoad == null ? 0 : normalLoad)) {
            run.redline = Objects.requireNonNull(run.search)
                    .estimate()
                    .filter(r -> r.halfWidth() <= run.opening.settings().widest())
                    .orElse(null);
            run.end(
                    run.redline == null ? RunState.INCONCLUSIVE : RunState.COMPLETED,
                    "the harm budget of " + Words.percent(budget) + " is used up",
                    now);
        }
    }

    private static void witness(RunDraft run, Step step, Evidence evidence, Tick tick) {
        if (step.covers(tick)) {
            run.replaceStep(step.saw(tick));
            run.knowledge = run.knowledge.with(evidence);
        }
    }

    private static void use(RunDraft run, Step step, Verdict verdict, Tick tick, Instant now) {
        if (!step.covers(tick)) {
            return;
        }
        if (!tick.invalidating().isEmpty()) {
            run.end(RunState.INCONCLUSIVE, Words.invalid(tick.invalidating()), now);
            return;
        }
        Step seen = step.saw(tick);
        run.replaceStep(seen);
        TickSum sum = seen.held().all();
        if (arrived(sum) && !seen.held().obeyed(run.facts.shareSlack())) {
            run.endStep("the load did not arrive", now);
            run.replaceStep(Objects.requireNonNull(run.step()).ended(now, "the load did not arrive", false));
            run.end(
                    RunState.INCONCLUSIVE,
                    "asked for " + Words.percent(seen.held().dueShare()) + " of the traffic, and the SUT got "
                            + Words.percent(sum.share()) + ": not all of it goes through Envoys that obey",
                    now);
            return;
        }
        run.knowledge = run.knowledge.with(run.knowledge.evidence().plus(verdict));
        handOn(run);
        Duration patience = run.facts.service().limits().unknownFor();
        if (run.trouble.muchLongerThan(patience, verdict.at())) {
            run.end(
                    RunState.INCONCLUSIVE,
                    "the peers suffered too in more than a third of the time, for " + patience.toSeconds()
                            + " s: the cause lies outside of "
                            + String.join(", ", run.facts.pool().sut())
                            + ", and what is left tells too little",
                    now);
            return;
        }
        run.follow(Objects.requireNonNull(run.search).plan(), now);
        steer(run, verdict, now);
    }

    /** Whether enough was seen to tell which share the SUT gets. */
    static boolean arrived(TickSum seen) {
        return seen.seconds() >= SHARE_SECONDS && seen.poolRequested() >= SHARE_REQUESTS;
    }

    /** As long as the step goes on its load is to stay the same, so its share follows the traffic. */
    private static void steer(RunDraft run, Verdict verdict, Instant now) {
        Step step = Objects.requireNonNull(run.step());
        if (step.to() == null) {
            Steering.instead(run.facts, step, run.knowledge.recent(), verdict)
                    .ifPresent(share -> run.askInstead(share, now));
        }
    }

    private static void handOn(RunDraft run) {
        Evidence evidence = run.knowledge.evidence();
        Optional<Second> second = evidence.second(highest(run));
        Search search = run.search;
        if (second.isPresent() && search != null) {
            run.search = search.saw(run.state.movesTraffic() ? marked(run, evidence, second.get()) : second.get());
            run.knowledge = run.knowledge.with(Evidence.NONE);
        }
    }

    /** Says so of a second in which the peers suffered too. */
    private static Second marked(RunDraft run, Evidence evidence, Second second) {
        PeerNormal normal = run.baseline == null ? PeerNormal.UNKNOWN : run.baseline.normal();
        boolean suffering = normal.trouble(evidence.last(), evidence.peers());
        boolean common = run.trouble.includes(second.from(), suffering);
        run.trouble = run.trouble.saw(second.from(), second.to(), suffering);
        if (!common) {
            return second;
        }
        run.remarks.removeIf(CommonTrouble::isWords);
        run.remarks.add(run.trouble.words());
        run.decided = "look longer: the peers suffer too, which is not the SUT's limit";
        return second.inCommonTrouble();
    }

    private static double highest(RunDraft run) {
        return run.facts.pool().maxShare().fraction();
    }

    private static void restore(RunDraft run, Verdict verdict, Instant now) {
        Tick tick = verdict.tick();
        Restoration restoration = run.restoration;
        if (restoration != null
                && restoration.configured() != null
                && !verdict.foreign().isEmpty()) {
            run.leftToOthers(verdict.foreign(), now);
            return;
        }
        if (tick == null || restoration == null) {
            return;
        }
        charge(run, verdict, tick, now);
        run.restoration = restoration.saw(tick, run.facts.pool().baselineShare().fraction(), run.facts.shareSlack());
        if (run.restoration.verified() != null) {
            run.over(Objects.requireNonNull(run.ending).state(), now);
        }
    }
}
