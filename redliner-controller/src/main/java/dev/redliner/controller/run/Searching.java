package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.message.Phrases;
import dev.redliner.controller.run.message.ProgressMessages;
import dev.redliner.controller.run.traffic.Delivered;
import dev.redliner.search.CountInterval;
import dev.redliner.search.Search;
import dev.redliner.search.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Applies a verdict while traffic is moved to find the redline. */
final class Searching {
    private Searching() {}

    static void handle(RunDraft run, Verdict verdict, Instant now) {
        Step step = Objects.requireNonNull(run.step());
        Tick tick = verdict.tick();
        Optional<String> unknown = unknown(run, verdict, now);
        Optional<RuleVerdict> broken = Observations.failing(verdict, OnFail.BACK_OFF)
                .filter(rule -> isNews(run, rule))
                .findFirst();
        if (broken.isPresent()) {
            if (tick != null && spoilt(step, tick)) {
                run.end(RunState.INCONCLUSIVE, Phrases.invalid(tick.invalidating()), now);
                return;
            }
            Evidence shown = run.observations.evidence();
            Evidence whole = tick == null ? shown : shown.plus(verdict);
            if (tick != null && unknown.isEmpty()) {
                run.observations = run.observations.allKnown(
                        tick, run.facts.service().sampling().interval(), now);
                shown = whole;
                keep(run, step, shown, tick, now);
            }
            breach(run, broken.get(), shown, whole, now);
        } else if (unknown.isPresent()) {
            run.observations = run.observations.lacking(unknown.get(), now);
            run.decided = HoldMessages.holds(unknown.get());
        } else if (tick != null) {
            run.observations = run.observations.allKnown(
                    tick, run.facts.service().sampling().interval(), now);
            use(run, step, verdict, tick, now);
        }
    }

    /** The message about missing data that the search cannot continue without; empty if none is missing. */
    private static Optional<String> unknown(RunDraft run, Verdict verdict, Instant now) {
        Tick tick = verdict.tick();
        if (tick == null) {
            return Optional.of(Phrases.noTick(verdict));
        }
        return run.envoyStatuses.envoys(now).isEmpty()
                ? Optional.of(HoldMessages.noEnvoyConnected())
                : UnreadEnvoys.unknown(
                                run.envoyStatuses, run.facts.pool().envoy().statistics(), tick, now)
                        .or(() -> Observations.unknownRules(verdict))
                        .or(() -> FewAnswers.unknown(run.baseline, seen(run, tick, now), run.observations.recent()))
                        .or(() -> EarlyLeavers.unknown(run.baseline, run.observations.recent()))
                        .or(() -> Guards.unknown(run, verdict));
    }

    /** Sum of the ticks since the step was in effect, including this tick. */
    private static TickSum seen(RunDraft run, Tick tick, Instant now) {
        Step step = Objects.requireNonNull(run.step());
        return step.covers(tick, now) ? step.seen().plus(tick) : step.seen();
    }

    /** Ends a search that must not continue. Its estimate becomes the result if it is narrow enough. */
    static void endWithWhatIsKnown(RunDraft run, String why, EndedBy by, Instant now) {
        CountInterval rest = EvidenceToSearch.rest(run).orElse(null);
        Shifting.follow(run, Objects.requireNonNull(run.search).endedNow(why, rest), now);
        Ending known = run.ending;
        if (known != null && known.by() == null) {
            run.ending = new Ending(known.state(), known.reason(), by);
        }
    }

    /** Keeps the tick as evidence of the step, without a decision. */
    static void witness(RunDraft run, Verdict verdict, Instant now) {
        Tick tick = verdict.tick();
        if (tick != null
                && tick.invalidating().isEmpty()
                && unknown(run, verdict, now).isEmpty()) {
            keep(
                    run,
                    Objects.requireNonNull(run.step()),
                    run.observations.evidence().plus(verdict),
                    tick,
                    now);
        }
    }

    /**
     * Whether a broken rule is evidence about the present load. Its window may still contain an equally high load that
     * was left because of the rule. The danger check of the search continues in the meantime.
     */
    private static boolean isNews(RunDraft run, RuleVerdict broken) {
        Step current = Objects.requireNonNull(run.step());
        if (current.inEffect() == null) {
            return false;
        }
        Instant from = run.windowBegin(broken);
        return run.steps.stream()
                .filter(s ->
                        s.load() > current.load() * 1.005 || (healedAfter(run, s) && s.load() > current.load() * 0.95))
                .allMatch(s -> workedOff(run, s)
                        .filter(end -> end.plusSeconds(1).isBefore(from))
                        .isPresent());
    }

    /** When a load was left, and the recovery from it is over too; while it lasts, when the load was left. */
    private static Optional<Instant> workedOff(RunDraft run, Step step) {
        Instant recovered =
                healedAfter(run, step) ? run.steps.get(step.number()).to() : null;
        return Optional.ofNullable(recovered == null ? step.to() : recovered);
    }

    /**
     * Whether Envoy itself answered requests of the step, so that its limit and not the SUT's may have been reached.
     */
    private static boolean spoilt(Step step, Tick tick) {
        return !tick.invalidating().isEmpty()
                && step.inEffect() != null
                && tick.to().isAfter(step.inEffect());
    }

    private static boolean healedAfter(RunDraft run, Step step) {
        return run.steps.size() > step.number() && run.steps.get(step.number()).stage() == Stage.HEAL;
    }

    /**
     * @param shown evidence of the step, and the sample that began before it. No load in that sample was higher, so a
     *     rule that breaks in it is broken
     * @param whole the same with a sample whose data is not complete. It shows only whether other hosts suffer too
     */
    private static void breach(RunDraft run, RuleVerdict broken, Evidence shown, Evidence whole, Instant now) {
        Search before = Objects.requireNonNull(run.search);
        CountInterval since = shown.sum(run.facts.pool()).orElse(null);
        CountInterval all = whole.sum(run.facts.pool()).orElse(null);
        if (all != null
                && (run.sharedIncident.since(run.windowBegin(broken)) || EvidenceToSearch.isShared(run, whole, all))) {
            // the load is lowered nevertheless; only the evidence of the rule is discarded
            since = all.inSharedIncident();
        }
        run.search = before.breached(broken.rule(), since);
        run.decided = ProgressMessages.ruleBroken(broken.rule(), Phrases.of(broken));
        if (before.plan().equals(run.search.plan())) {
            // the search waits for more evidence, which must still reach it
            EvidenceToSearch.hand(run);
        } else if (since != null) {
            EvidenceToSearch.note(run, since.common() ? whole : shown, since);
        }
        // never raise the share while a rule is broken: a lower load can be a higher share if the traffic seems to be
        // less, and the reason for that may be missing data
        Shifting.follow(
                run, run.search.plan(), Objects.requireNonNull(run.step()).asked(), now);
    }

    private static void keep(RunDraft run, Step step, Evidence evidence, Tick tick, Instant now) {
        if (step.covers(tick, now)) {
            run.count(step, tick, now);
            run.observations = run.observations.with(evidence);
        }
    }

    private static void use(RunDraft run, Step step, Verdict verdict, Tick tick, Instant now) {
        if (!step.covers(tick, now)) {
            return;
        }
        if (!tick.invalidating().isEmpty()) {
            run.end(RunState.INCONCLUSIVE, Phrases.invalid(tick.invalidating()), now);
            return;
        }
        Step seen = run.count(step, tick, now);
        run.shareNoise = seen.held().covers(tick, now) ? run.shareNoise.observe(tick, seen.asked()) : run.shareNoise;
        Optional<String> elsewhere = elsewhere(run, seen.held().step());
        if (elsewhere.isPresent()) {
            endUncounted(run, ProgressMessages.loadDidNotArrive(), elsewhere.get(), now);
            return;
        }
        Optional<String> uneven = seen.held().step().enough()
                ? seen.seen().uneven(run.facts.partSlack(), run.dispersion())
                : Optional.empty();
        if (uneven.isPresent()) {
            endUncounted(run, ProgressMessages.loadUneven(), EndMessages.unevenLoad(uneven.get()), now);
            return;
        }
        if (seen.envoys().isSaturated()) {
            double busy = seen.envoys().busy().orElseThrow();
            endUncounted(run, ProgressMessages.envoyAtLimit(), EndMessages.envoyTooBusy(busy), now);
            return;
        }
        Optional<RuleVerdict> earlier = VerdictRules.failing(verdict);
        if (earlier.isPresent()) {
            run.decided = ProgressMessages.ruleOfHigherLoad(earlier.get().rule());
            run.observations = run.observations.with(Evidence.NONE);
            steer(run, verdict, now);
            return;
        }
        run.observations = run.observations.with(run.observations.evidence().plus(verdict));
        EvidenceToSearch.hand(run);
        Duration patience = run.facts.service().limits().unknownFor();
        if (run.sharedIncident.muchLongerThan(patience, verdict.at())) {
            run.end(
                    RunState.INCONCLUSIVE,
                    run.sharedIncident.reason(patience, run.facts.pool().sut()),
                    now);
            return;
        }
        Shifting.follow(run, Objects.requireNonNull(run.search).plan(), now);
        steer(run, verdict, now);
    }

    /** Ends the run with its step, which is no evidence. */
    private static void endUncounted(RunDraft run, String ofStep, String why, Instant now) {
        run.endStep(ofStep, now);
        run.replaceStep(Objects.requireNonNull(run.step()).ended(now, ofStep, false));
        run.end(RunState.INCONCLUSIVE, why, now);
    }

    /**
     * The message that the SUT does not get the asked share, in this step or over all steps; empty if neither shows it.
     * A single step may have too few requests to show it.
     */
    private static Optional<String> elsewhere(RunDraft run, Delivered step) {
        return Stream.of(step, run.delivered)
                .filter(Delivered::enough)
                .filter(delivered -> !delivered.obeyed(run.facts.shareSlack(), run.dispersion()))
                .findFirst()
                .map(delivered -> EndMessages.shareNotObeyed(delivered.dueShare(), delivered.share()));
    }

    /** The load is to stay the same while the step lasts, so its share follows the traffic. */
    private static void steer(RunDraft run, Verdict verdict, Instant now) {
        Step step = Objects.requireNonNull(run.step());
        if (step.to() == null) {
            List<String> unreported = Objects.requireNonNull(run.baseline).unreported();
            Steering.instead(run.facts, step, run.observations.traffic(), verdict, unreported)
                    .ifPresent(share -> Shifting.askInstead(run, share, now));
        }
    }
}
