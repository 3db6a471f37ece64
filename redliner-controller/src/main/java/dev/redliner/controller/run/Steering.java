package dev.redliner.controller.run;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.traffic.PoolTraffic;
import dev.redliner.controller.run.traffic.StepShare;
import dev.redliner.search.Stage;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the load of a step at the value that the search demands while the traffic of the pool drifts: the same load is
 * another share of another total. A change must be seen to arrive before the next one. Data that may be incomplete
 * never raises the share.
 */
final class Steering {
    /** More traffic overloads the SUT. Less traffic only costs time, so the share follows it later. */
    private static final double LOWER_BEYOND = 0.03;

    /** Traffic that swings within a minute comes back, and a share that was raised meanwhile overloads the SUT. */
    private static final double RAISE_BEYOND = 0.12;
    /** Users that change their host may lose their session and its caches. */
    private static final double BUCKETS_BEYOND = 0.06;

    private static final int MOST_CHANGES = 8;
    private static final int MOST_RAISES = 4;
    /** Limits for one raise, and for all raises of a step together. Traffic that falls by more is another situation. */
    private static final double RAISE_MOST = 1.06;

    private static final double RAISES_MOST = 1.20;

    private Steering() {}

    /**
     * The share to ask for instead; empty if the present share is suitable.
     *
     * @param traffic traffic of the pool, including the tick of the verdict
     * @param verdict the newest verdict, without missing data that matters
     * @param unreported hosts without samples already at the baseline
     */
    static Optional<Share> instead(
            RunFacts facts, Step step, PoolTraffic traffic, Verdict verdict, List<String> unreported) {
        StepShare held = step.held();
        Optional<Double> pool = traffic.rps();
        if (held.changes() >= MOST_CHANGES || !held.arrived().enough() || pool.isEmpty()) {
            return Optional.empty();
        }
        double wanted = facts.hosts() * step.load() / pool.get();
        double drift = wanted / held.share().fraction() - 1;
        boolean users = facts.pool().tier() == Tier.FRONT_END;
        if (drift < -(users ? BUCKETS_BEYOND : LOWER_BEYOND)) {
            return other(facts.share(wanted), held);
        }
        boolean raise = drift > RAISE_BEYOND
                && held.raises() < MOST_RAISES
                && mayRaise(facts, step, traffic, verdict, unreported);
        return raise ? other(facts.share(raised(wanted, held)), held) : Optional.empty();
    }

    private static Optional<Share> other(Share share, StepShare held) {
        return share.equals(held.share()) ? Optional.empty() : Optional.of(share);
    }

    private static double raised(double wanted, StepShare held) {
        double most = Math.min(
                RAISE_MOST * held.share().fraction(), RAISES_MOST * held.first().fraction());
        return Math.min(wanted, most);
    }

    /**
     * Whether the share may be raised. It may not while a rule is broken, while the SUT recovers, or if the traffic may
     * only seem to be less.
     */
    private static boolean mayRaise(
            RunFacts facts, Step step, PoolTraffic traffic, Verdict verdict, List<String> unreported) {
        return step.stage() != Stage.HEAL
                && traffic.whole()
                && traffic.sutRps()
                        .filter(sut -> sut < facts.hosts() * step.load() * (1 - LOWER_BEYOND))
                        .isPresent()
                && unreported.containsAll(verdict.missing())
                && verdict.rules().stream()
                        .filter(rule -> rule.onFail() != OnFail.REPORT)
                        .allMatch(rule -> rule.outcome() == Outcome.PASS && !rule.failing());
    }
}
