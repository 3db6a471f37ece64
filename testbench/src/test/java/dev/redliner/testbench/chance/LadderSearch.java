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
 * Visits the loads of a usual run regardless of the measurements, so that only a guard can end the run early: a ramp by
 * 15% a step to 1.8 times the normal load, probes of 20 s near the top, and a confirmation.
 *
 * @param normal load at the baseline, as its seconds show it
 * @param highest highest load that the search may request
 * @param plan the current plan
 * @param seconds number of seconds of the plan that the search has received
 * @param broken counts how often a rule ended a probe
 */
record LadderSearch(double normal, double highest, Plan plan, int seconds, AtomicInteger broken) implements Search {
    private static final double STEP = 1.15;
    private static final double TOP = 1.8;
    private static final int LOOKS = 12;
    private static final String WHY = "The ladder goes on.";

    static Search from(double normal, double highest, AtomicInteger broken) {
        var plan = new Plan.Probe(1, normal, Stage.BASELINE, WHY);
        return new LadderSearch(normal, highest, plan, 0, broken);
    }

    @Override
    public Search observe(CountInterval second) {
        Plan.Probe probe = (Plan.Probe) plan;
        boolean learns = probe.stage() == Stage.BASELINE;
        double mean = learns ? (normal * seconds + second.requested()) / (seconds + 1) : normal;
        var seen = new LadderSearch(mean, highest, plan, seconds + 1, broken);
        return seen.seconds < length(probe.stage())
                ? seen
                : new LadderSearch(mean, highest, seen.next(probe), 0, broken);
    }

    private static int length(Stage stage) {
        return switch (stage) {
            case BASELINE -> 15;
            case RAMP -> 8;
            case REFINE, HEAL -> 20;
            case CONFIRM -> 45;
        };
    }

    private Plan next(Plan.Probe probe) {
        double top = Math.min(highest, TOP * normal);
        if (probe.stage() == Stage.CONFIRM) {
            return new Plan.Done(new Redline(top, 0.95 * top, 1.05 * top, 0.97 * top, "p99", false), "It is enough.");
        }
        int number = probe.number() + 1;
        double load = normal * Math.pow(STEP, probe.number());
        if (load < top) {
            return new Plan.Probe(number, load, Stage.RAMP, WHY);
        }
        int steps = (int) Math.floor(Math.log(top / normal) / Math.log(STEP)) + 1;
        boolean last = number > steps + LOOKS;
        double near = top * (0.9 + 0.02 * (number % 5));
        return new Plan.Probe(number, near, last ? Stage.CONFIRM : Stage.REFINE, WHY);
    }

    @Override
    public Search breached(String rule, @Nullable CountInterval since) {
        broken.incrementAndGet();
        return this;
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
