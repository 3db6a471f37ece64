package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether so few of the requests are answered that the answers say nothing of the load. No rule fails yet, as the requests
 * that wait are younger than its limits; but three fast answers of 3,000 requests are no sign that a load holds. If only a
 * part of the requests hangs, that shows over the whole step: more and more of its requests are without an answer.
 *
 * <p>False alarms, if nothing is wrong and requests come in bursts whose variance is twice the mean: in steps of half a
 * minute after a rise of 1.6, at 10, 100 and 1,000 rps, with mean latencies of 50 ms to 1 s, 0 to 3 of 7,200 ticks of 500 ms
 * ({@code FewAnswersTest}). Such a tick is held, and ends no run. A tenth of the requests that hangs is noticed after 3 min
 * at 10 rps, 20 s at 100 rps and 2 s at 1,000 rps; two fifths of them after 13 s, 2 s and 0.5 s.
 */
final class FewAnswers {
    /** A step is at most 1.6 times the load before it, so a slow host answers more than this part all the while. */
    private static final double PART = 0.5;

    private static final double FEWEST_REQUESTS = 20;
    /** Times the root of the requests: more than bursts leave open in a few seconds. */
    private static final double CHANCE = 3;

    private static final double PART_OF_STEP = 0.05;
    private static final double CHANCE_IN_STEP = 4;
    private static final double LEAST_IN_STEP = 10;

    private FewAnswers() {}

    /**
     * Why nothing can be said of the load; empty if enough is answered.
     *
     * @param step since the present step was in effect
     * @param recent the last ticks
     */
    static Optional<String> unknown(@Nullable Baseline baseline, TickSum step, List<Tick> recent) {
        double usual = usual(baseline);
        Lately lately = Lately.of(recent);
        double missing = usual * lately.requested() - lately.completed();
        if (lately.requested() >= FEWEST_REQUESTS
                && lately.completed() < PART * usual * lately.requested()
                && missing > CHANCE * Math.sqrt(lately.requested())) {
            return Optional.of(RunMessages.fewAnswers(lately.completed(), lately.requested(), Lately.OVER));
        }
        double open = usual * step.requested() - step.completed();
        boolean grows = missing > PART_OF_STEP * lately.requested();
        return grows && open > PART_OF_STEP * step.requested() && open > byChance(step) + beingServed(baseline, step)
                ? Optional.of(RunMessages.openInStep(open, step.requested()))
                : Optional.empty();
    }

    private static double byChance(TickSum step) {
        return CHANCE_IN_STEP * Math.sqrt(step.requested()) + LEAST_IN_STEP;
    }

    /** By Little's law; a higher load has more requests in flight than the one before, by no more than all of them. */
    private static double beingServed(@Nullable Baseline baseline, TickSum step) {
        double before = baseline == null ? 0 : meanSeconds(baseline.seen());
        return step.sutRps() * Math.max(before, meanSeconds(step));
    }

    private static double meanSeconds(TickSum seen) {
        return seen.latency().count() > 0 ? seen.latency().meanSeconds() : 0;
    }

    /** The part of the requests that is answered if nothing is wrong: the clients of some leave anyway. */
    private static double usual(@Nullable Baseline baseline) {
        if (baseline == null || !(baseline.seen().requested() > 0)) {
            return 1;
        }
        TickSum seen = baseline.seen();
        double answered =
                Math.max(seen.completed(), seen.requested() - seen.overdue().left());
        return Math.min(1, answered / seen.requested());
    }
}
