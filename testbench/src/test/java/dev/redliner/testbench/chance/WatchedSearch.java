package dev.redliner.testbench.chance;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import dev.redliner.search.Stage;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A search that counts the loads that it leaves by itself: because of a sign of danger, of the bad
 * requests of a probe, or in a shared incident. A load that a failing rule makes it leave does not count.
 *
 * @param left the number of loads so far
 */
record WatchedSearch(Search search, AtomicInteger left) implements Search {
    @Override
    public Plan plan() {
        return search.plan();
    }

    @Override
    public Search observe(CountInterval second) {
        Search next = search.observe(second);
        if (heals(next.plan()) && !heals(search.plan())) {
            left.incrementAndGet();
        }
        return new WatchedSearch(next, left);
    }

    private static boolean heals(Plan plan) {
        return plan instanceof Plan.Probe probe && probe.stage() == Stage.HEAL;
    }

    @Override
    public Search breached(String rule, @Nullable CountInterval since) {
        return new WatchedSearch(search.breached(rule, since), left);
    }

    @Override
    public Optional<Redline> estimate() {
        return search.estimate();
    }

    @Override
    public Plan endedNow(String why, @Nullable CountInterval rest) {
        return search.endedNow(why, rest);
    }
}
