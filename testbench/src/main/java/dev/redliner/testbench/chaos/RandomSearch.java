package dev.redliner.testbench.chaos;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import dev.redliner.search.Stage;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Visits random loads within the allowed range. It reaches more states in less time than a search with a goal.
 *
 * @param seed of the next draws
 * @param normal load at the baseline
 * @param highest highest load that the search may request
 * @param plan the current plan
 * @param seconds number of seconds of the plan that the search has received
 * @param enough number of seconds after which the plan changes
 * @param probes number of probes that remain
 */
record RandomSearch(long seed, double normal, double highest, Plan plan, int seconds, int enough, int probes)
        implements Search {
    private static final List<Stage> STAGES = List.of(Stage.RAMP, Stage.REFINE, Stage.CONFIRM, Stage.HEAL);

    /** A search that begins with a short baseline. */
    static Search from(long seed, double normal, double highest) {
        var random = new SplittableRandom(seed);
        var plan = new Plan.Probe(1, normal, Stage.BASELINE, "The search learns what is normal.");
        return new RandomSearch(
                random.nextLong(), normal, highest, plan, 0, 1 + random.nextInt(2), 2 + random.nextInt(8));
    }

    @Override
    public Search observe(CountInterval second) {
        return seconds + 1 < enough
                ? new RandomSearch(seed, normal, highest, plan, seconds + 1, enough, probes)
                : next(highest, "A load somewhere else.");
    }

    @Override
    public Search breached(String rule, @Nullable CountInterval since) {
        double load = plan instanceof Plan.Probe probe ? probe.load() : normal;
        return next(load, "A load below what broke rule " + rule + ".");
    }

    private Search next(double below, String why) {
        if (!(plan instanceof Plan.Probe probe)) {
            return this;
        }
        var random = new SplittableRandom(seed);
        double load = normal + random.nextDouble() * Math.max(0, below - normal);
        Stage stage = STAGES.get(random.nextInt(STAGES.size()));
        Plan next = new Plan.Probe(probe.number() + 1, load, stage, why);
        if (probes <= 1) {
            next = random.nextInt(4) == 0
                    ? new Plan.GivenUp("It is enough.")
                    : new Plan.Done(
                            new Redline(load, load * 0.9, load * 1.1, load * 0.95, "p99", false), "It is enough.");
        }
        return new RandomSearch(random.nextLong(), normal, highest, next, 0, 1 + random.nextInt(4), probes - 1);
    }

    @Override
    public Optional<Redline> estimate() {
        return Optional.empty();
    }

    @Override
    public Plan endedNow(String why, @Nullable CountInterval rest) {
        return new Plan.GivenUp(why);
    }
}
