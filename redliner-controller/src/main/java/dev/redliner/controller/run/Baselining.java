package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.search.Plan;
import dev.redliner.controller.search.SearchSettings;
import dev.redliner.controller.search.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Learns what is normal for the SUT before any traffic is moved, and begins the search with it. */
final class Baselining {
    /** The pool's load is taken from this much of the baseline before the search begins. */
    private static final double LOAD_SECONDS = 3;
    /**
     * Kept back from the longest duration, so that the search ends by itself; if its last look takes longer, the run ends it
     * with what is known.
     */
    private static final Duration RESERVE = Duration.ofSeconds(5);
    /** A baseline and two looks at the least; in less time no search can tell anything. */
    private static final Duration LEAST = Duration.ofSeconds(20);

    private Baselining() {}

    static void hear(RunDraft run, Verdict verdict, Instant now) {
        run.ruleCounts = run.ruleCounts.plus(verdict);
        Optional<RuleVerdict> broken = run.ruleCounts.broken(verdict);
        if (broken.isPresent()) {
            unsettled(run, broken.get(), now);
            return;
        }
        Tick tick = verdict.tick();
        if (tick == null || !run.fleet.onBaseline(now)) {
            run.knowledge =
                    run.knowledge.lacking(tick == null ? Words.noTick(verdict) : run.fleet.offBaseline(now), now);
            return;
        }
        Optional<String> unread = UnreadEnvoys.unknown(run.fleet, tick, now);
        if (unread.isPresent()) {
            run.knowledge = run.knowledge.lacking(unread.get(), now);
            return;
        }
        if (run.search == null || run.search.plan() instanceof Plan.Visit visit && visit.stage() == Stage.BASELINE) {
            gather(run, verdict, tick, now);
            return;
        }
        arm(run, verdict, tick, now);
    }

    /** While a rule is broken and chance does not explain it, the baseline begins anew. */
    private static void unsettled(RunDraft run, RuleVerdict broken, Instant now) {
        run.search = null;
        run.baseline = null;
        String why = RunMessages.ruleFailsAtBaseline(broken.rule(), Words.of(broken));
        run.knowledge = run.knowledge.lacking(why, now);
        run.decided = RunMessages.waits(why);
    }

    private static String waits(RuleVerdict rule) {
        return RunMessages.waits(RunMessages.ruleFailsByChance(rule.rule(), Words.of(rule)));
    }

    /** Hands the baseline to the search, once the pool's load is known. */
    private static void gather(RunDraft run, Verdict verdict, Tick tick, Instant now) {
        run.knowledge = run.knowledge
                .allKnown(tick, run.facts.service().sampling().interval(), now)
                .with(run.knowledge.evidence().plus(verdict));
        Baseline before = run.baseline == null ? Baseline.begun(verdict) : run.baseline;
        run.shareNoise = run.shareNoise.saw(tick, run.facts.pool().baselineShare());
        run.baseline = before.saw(verdict, tick, Evidence.tightestLimit(verdict));
        TickSum seen = run.baseline.seen();
        if (run.search == null && seen.seconds() >= LOAD_SECONDS && seen.requested() > 0) {
            begin(run, seen, verdict.at(), now);
        }
        if (run.search != null) {
            EvidenceToSearch.hand(run);
        }
    }

    private static void begin(RunDraft run, TickSum seen, Instant at, Instant now) {
        Duration left = left(run, now);
        if (left.compareTo(LEAST) < 0) {
            run.end(RunState.REFUSED, tooLate(run, now), now);
            return;
        }
        double highest =
                run.facts.pool().maxShare().fraction() * seen.poolRequested() / seen.seconds() / run.facts.hosts();
        run.opening = run.opening.seen(
                run.facts.pool().sut(), Objects.requireNonNull(run.baseline).identity(), at);
        SearchSettings settings = run.opening.settings().within(left);
        run.search = run.facts.search().from(seen.requested() / seen.seconds() / run.facts.hosts(), highest, settings);
    }

    /** The search's own time, which counts from the first second that it is given. */
    private static Duration left(RunDraft run, Instant now) {
        Duration given = run.knowledge.evidence().lasts();
        return longest(run).minus(RESERVE).minus(spent(run, now)).plus(given);
    }

    private static String tooLate(RunDraft run, Instant now) {
        return RunMessages.tooLittleTime(spent(run, now), longest(run));
    }

    private static Duration spent(RunDraft run, Instant now) {
        return Duration.between(run.facts.startedAt(), now);
    }

    private static Duration longest(RunDraft run) {
        return run.facts.service().limits().maxDuration();
    }

    /** The baseline is known and told to the analyzer: begin once every rule that matters is known with it. */
    private static void arm(RunDraft run, Verdict verdict, Tick tick, Instant now) {
        Baseline baseline = Objects.requireNonNull(run.baseline);
        Optional<String> refusal = Preflight.refusal(run, baseline, verdict);
        if (refusal.isPresent()) {
            run.end(RunState.REFUSED, refusal.get(), now);
            return;
        }
        Optional<String> unknown = Knowledge.unknownRules(verdict);
        if (unknown.isPresent()) {
            run.knowledge = run.knowledge.lacking(unknown.get(), now);
            run.decided = RunMessages.waits(unknown.get());
            return;
        }
        run.knowledge =
                run.knowledge.allKnown(tick, run.facts.service().sampling().interval(), now);
        List<RuleVerdict> failing = run.ruleCounts.byChance(verdict);
        if (!failing.isEmpty()) {
            // its window would fail the first step too
            run.decided = waits(failing.get(0));
            return;
        }
        run.follow(Objects.requireNonNull(run.search).plan(), now);
    }
}
