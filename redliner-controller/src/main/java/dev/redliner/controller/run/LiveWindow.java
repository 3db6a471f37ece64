package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.controller.run.evidence.TickSum;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest ticks of a step, with enough requests for the values that a person watches. Near the redline of a small
 * service, one tick has a handful of requests, and its rate and percentiles are random.
 *
 * @param step number of the step; 0 before the first, {@link #AFTER} after the last
 * @param ticks ticks, oldest first
 */
record LiveWindow(int step, List<Tick> ticks) {
    static final LiveWindow NONE = new LiveWindow(0, List.of());

    private static final int AFTER = -1;

    /** A p99 of fewer requests is a guess. */
    private static final long LEAST = 100;

    /** Limits the work for a service that answers almost nothing. */
    private static final int MOST_TICKS = 1000;

    LiveWindow {
        ticks = List.copyOf(ticks);
    }

    /**
     * Number of requests that the values of a service need. It is that of a p99, or of the rule that needs the most.
     */
    static long enough(List<RuleSpec> rules) {
        return rules.stream().mapToLong(RuleSpec::minSamples).reduce(LEAST, Math::max);
    }

    /**
     * Adds a tick. The window shows the previous step until the share of a new step is in effect.
     *
     * @param current the newest step; null before the first
     * @param enough number of requests. Older ticks are dropped as soon as the remaining ones have as many
     * @param now when the tick arrived
     */
    LiveWindow with(Tick tick, @Nullable Step current, long enough, Instant now) {
        if (current != null && current.to() == null && !current.covers(tick, now)) {
            return this;
        }
        int number = current == null ? 0 : current.to() == null ? current.number() : AFTER;
        List<Tick> kept = new ArrayList<>(number == step ? ticks : List.of());
        kept.add(tick);
        double rest =
                kept.stream().mapToDouble(Tick::completed).sum() - kept.get(0).completed();
        while (kept.size() > 1 && (rest >= enough || kept.size() > MOST_TICKS)) {
            kept.remove(0);
            rest -= kept.get(0).completed();
        }
        return new LiveWindow(number, kept);
    }

    TickSum sum() {
        TickSum sum = TickSum.NONE;
        for (Tick tick : ticks) {
            sum = sum.plus(tick);
        }
        return sum;
    }
}
