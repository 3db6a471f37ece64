package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.Lately;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.message.HoldMessages;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detects that so few requests are answered that the answers are no evidence of the load. No rule fails yet, because
 * the waiting requests are younger than the limits of the rules. But three fast answers to 3,000 requests do not show
 * that a load holds. If only a part of the requests hangs, the whole step shows it: the number of its unanswered
 * requests grows.
 *
 * <p>False alarms: 0 to 3 of 7,200 ticks of 500 ms, in steps of half a minute after a rise by a factor of 1.6, at 10,
 * 100 and 1,000 rps, with mean latencies of 50 ms to 1 s ({@code FewAnswersTest}). Requests come in bursts there, with
 * a variance of twice the mean. A false alarm makes the run hold its share for that tick, and does not end the run.
 *
 * <p>If a tenth of the requests hangs, it is detected after 3 min at 10 rps, 20 s at 100 rps and 2 s at 1,000 rps. If
 * two fifths hang, it is detected after 13 s, 2 s and 0.5 s.
 */
final class FewAnswers {
    /**
     * A step has at most 1.6 times the load of the previous one. Even a slow host always answers more than this part.
     */
    private static final double PART = 0.5;

    private static final double FEWEST_REQUESTS = 20;
    /** Factor for the square root of the requests. Bursts leave fewer requests open within a few seconds. */
    private static final double CHANCE = 3;

    private static final double PART_OF_STEP = 0.05;
    private static final double CHANCE_IN_STEP = 4;
    private static final double LEAST_IN_STEP = 10;

    private FewAnswers() {}

    /**
     * The reason why the answers are no evidence of the load; empty if enough requests are answered.
     *
     * @param step sum of the ticks since the present step was in effect
     * @param recent the last ticks
     */
    static Optional<String> unknown(@Nullable Baseline baseline, TickSum step, List<Tick> recent) {
        double usual = usual(baseline);
        Lately lately = Lately.of(recent);
        double missing = usual * lately.requested() - lately.completed();
        if (lately.requested() >= FEWEST_REQUESTS
                && lately.completed() < PART * usual * lately.requested()
                && missing > CHANCE * Math.sqrt(lately.requested())) {
            return Optional.of(HoldMessages.fewAnswers(lately.completed(), lately.requested(), Lately.OVER));
        }
        double open = usual * step.requested() - step.completed();
        boolean grows = missing > PART_OF_STEP * lately.requested();
        return grows && open > PART_OF_STEP * step.requested() && open > byChance(step) + beingServed(baseline, step)
                ? Optional.of(HoldMessages.openInStep(open, step.requested()))
                : Optional.empty();
    }

    private static double byChance(TickSum step) {
        return CHANCE_IN_STEP * Math.sqrt(step.requested()) + LEAST_IN_STEP;
    }

    /** Requests in flight, by Little's law. A higher load adds at most this number to those of the load before. */
    private static double beingServed(@Nullable Baseline baseline, TickSum step) {
        double before = baseline == null ? 0 : meanSeconds(baseline.seen());
        return step.sutRps() * Math.max(before, meanSeconds(step));
    }

    private static double meanSeconds(TickSum seen) {
        return seen.latency().count() > 0 ? seen.latency().meanSeconds() : 0;
    }

    /** The fraction of the requests that is answered if nothing is wrong. The clients of some requests always leave. */
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
