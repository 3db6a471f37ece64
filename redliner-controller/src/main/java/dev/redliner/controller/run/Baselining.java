package dev.redliner.controller.run;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.EnvoyTime;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.message.Phrases;
import dev.redliner.controller.run.message.RefusalMessages;
import dev.redliner.search.Plan;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Observes the normal behaviour of the SUT before any traffic is moved, and begins the search with it. */
final class Baselining {
    /** The load of the pool is measured over this much of the baseline before the search begins. */
    private static final double LOAD_SECONDS = 3;
    /**
     * Reserve at the end of the longest duration, so that the search ends by itself. If its last probe takes longer,
     * the run ends the search with the estimate so far.
     */
    private static final Duration RESERVE = Duration.ofSeconds(5);
    /** Time for a baseline and at least two probes. A search cannot find anything in less time. */
    private static final Duration LEAST = Duration.ofSeconds(20);

    private Baselining() {}

    static void handle(RunDraft run, Verdict verdict, Instant now) {
        run.ruleCounts = run.ruleCounts.plus(verdict);
        Optional<RuleVerdict> broken = run.ruleCounts.broken(verdict);
        if (broken.isPresent()) {
            unsettled(run, broken.get(), verdict, now);
            return;
        }
        Tick tick = verdict.tick();
        if (tick == null || !run.envoyStatuses.onBaseline(now)) {
            run.observations = run.observations.lacking(
                    tick == null ? Phrases.noTick(verdict) : run.envoyStatuses.offBaseline(now), now);
            return;
        }
        Optional<String> unread =
                UnreadEnvoys.unknown(run.envoyStatuses, run.facts.pool().envoy().statistics(), tick, now);
        if (unread.isPresent()) {
            run.observations = run.observations.lacking(unread.get(), now);
            return;
        }
        if (run.search == null || run.search.plan() instanceof Plan.Probe probe && probe.stage() == Stage.BASELINE) {
            gather(run, verdict, tick, now);
            return;
        }
        arm(run, verdict, tick, now);
    }

    /** Begins the baseline anew while a rule is broken and chance does not explain it. */
    private static void unsettled(RunDraft run, RuleVerdict broken, Verdict verdict, Instant now) {
        run.search = null;
        run.baseline = null;
        String rule = HoldMessages.ruleFailsAtBaseline(broken.rule(), Phrases.of(broken));
        String why = EnvoyTime.saturation(verdict.tick(), verdict.signals()).stream()
                .mapToObj(busy -> rule + " " + HoldMessages.envoyBusyToo(busy))
                .findFirst()
                .orElse(rule);
        run.observations = run.observations.lacking(why, now);
        run.decided = HoldMessages.waits(why);
    }

    private static String waits(RuleVerdict rule) {
        return HoldMessages.waits(HoldMessages.ruleFailsByChance(rule.rule(), Phrases.of(rule)));
    }

    /** Passes the baseline to the search once the load of the pool is measured. */
    private static void gather(RunDraft run, Verdict verdict, Tick tick, Instant now) {
        run.observations = run.observations
                .allKnown(tick, run.facts.service().sampling().interval(), now)
                .with(run.observations.evidence().plus(verdict));
        Baseline before = run.baseline == null ? Baseline.begun(verdict) : run.baseline;
        run.shareNoise = run.shareNoise.observe(tick, run.facts.pool().baselineShare());
        run.baseline = before.observe(verdict, tick, Evidence.tightestLimit(verdict));
        TickSum seen = run.baseline.seen();
        if (run.search == null && seen.seconds() >= LOAD_SECONDS && seen.requested() > 0) {
            begin(run, seen, verdict, now);
        }
        if (run.search != null) {
            EvidenceToSearch.hand(run);
        }
    }

    private static void begin(RunDraft run, TickSum seen, Verdict verdict, Instant now) {
        Duration left = left(run, now);
        if (left.compareTo(LEAST) < 0) {
            run.end(RunState.REFUSED, tooLate(run, now), now);
            return;
        }
        Duration filling = ThinRules.filling(run, seen, verdict, now);
        if (left.compareTo(filling.plus(LEAST)) < 0) {
            run.end(
                    RunState.REFUSED,
                    RefusalMessages.windowsFillTooSlowly(spent(run, now).plus(filling), longest(run)),
                    now);
            return;
        }
        double highest =
                run.facts.pool().maxShare().fraction() * seen.poolRequested() / seen.seconds() / run.facts.hosts();
        run.warmStart = run.warmStart.seen(
                run.facts.pool().sut(), Objects.requireNonNull(run.baseline).identity(), verdict.at());
        SearchSettings settings = run.warmStart.settings().within(left).withBaseline(filling);
        run.search = run.facts.search().from(seen.requested() / seen.seconds() / run.facts.hosts(), highest, settings);
    }

    /** Time of the search. It counts from the first second that the search receives. */
    private static Duration left(RunDraft run, Instant now) {
        Duration given = run.observations.evidence().lasts();
        return longest(run).minus(RESERVE).minus(spent(run, now)).plus(given);
    }

    private static String tooLate(RunDraft run, Instant now) {
        return RefusalMessages.tooLittleTime(spent(run, now), longest(run));
    }

    private static Duration spent(RunDraft run, Instant now) {
        return Duration.between(run.facts.startedAt(), now);
    }

    private static Duration longest(RunDraft run) {
        return run.facts.service().limits().maxDuration();
    }

    /**
     * The baseline is complete and the analyzer received it. Begins once every rule that matters has a value with this
     * baseline.
     */
    private static void arm(RunDraft run, Verdict verdict, Tick tick, Instant now) {
        Baseline baseline = Objects.requireNonNull(run.baseline);
        Optional<String> early = Preflight.early(run, verdict, now);
        Optional<String> refusal = Preflight.refusal(run, baseline, verdict)
                .or(() -> early.isPresent() ? Optional.empty() : Preflight.peers(run, verdict));
        if (refusal.isPresent()) {
            run.end(RunState.REFUSED, refusal.get(), now);
            return;
        }
        Optional<String> unknown = Observations.unknownRules(verdict);
        if (unknown.isPresent()) {
            run.observations = run.observations.lacking(unknown.get(), now);
            run.decided = HoldMessages.waits(unknown.get());
            return;
        }
        run.observations =
                run.observations.allKnown(tick, run.facts.service().sampling().interval(), now);
        if (early.isPresent()) {
            // the baseline begins anew, because a search plans with the time that is left when it begins
            run.search = null;
            run.baseline = null;
            run.decided = HoldMessages.waits(early.get());
            return;
        }
        List<RuleVerdict> failing = run.ruleCounts.byChance(verdict);
        if (!failing.isEmpty()) {
            // the window of the rule would fail the first step too
            run.decided = waits(failing.get(0));
            return;
        }
        Shifting.follow(run, Objects.requireNonNull(run.search).plan(), now);
    }
}
