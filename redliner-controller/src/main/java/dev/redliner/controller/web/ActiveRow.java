package dev.redliner.controller.web;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run that is active.
 *
 * @param sut the measured hosts
 * @param step the number of the step, such as {@code step 4}; null before the first
 * @param doing the last decision, or the reason for the end
 * @param elapsed time since the start
 * @param load requests per second at the SUT
 * @param redline the estimate so far
 * @param interval its interval; null without one
 * @param share the share that the traffic shows
 * @param baseline the share to return to; null if it is not known here
 * @param p99 the 99th percentile of the latency, or how many of how many requests were slow if they are too few for it
 * @param limit from which latency on a request is slow; null if slow ones are not counted
 * @param harm bad requests beyond normal, of all that the SUT served
 * @param budget the most harm that ends the run; null if it is not known here
 */
record ActiveRow(
        String id,
        String service,
        String sut,
        Sign state,
        @Nullable String step,
        @Nullable String doing,
        String elapsed,
        String load,
        String redline,
        @Nullable String interval,
        String share,
        @Nullable String baseline,
        String p99,
        @Nullable String limit,
        String harm,
        @Nullable String budget) {
    /** @param budget the harm budget of the service as a fraction; null if it is not known */
    static ActiveRow of(RunReport run, @Nullable Double budget, Instant now) {
        LiveTick tick = run.now();
        RedlineReport redline = tick == null ? null : tick.redline();
        return new ActiveRow(
                run.id(),
                run.service(),
                String.join(", ", run.sut()),
                Sign.of(run.state()),
                tick == null || tick.step() == 0 ? null : "step " + tick.step(),
                doing(run, tick),
                Figures.length(Duration.between(run.startedAt(), now)),
                Figures.rps(tick == null ? null : tick.rps()),
                redline == null ? Figures.NONE : Figures.redline(redline),
                redline == null ? null : Figures.interval(redline),
                Figures.part(tick == null ? null : tick.observedShare()),
                run.restored() == null ? null : Figures.part(run.restored().baselineShare()),
                p99(tick),
                tick == null ? null : SlowCounts.limit(tick.p99Ms(), tick.basis()),
                Figures.part(run.harm().excessFraction()),
                budget == null ? null : "of " + Figures.part(budget));
    }

    /** The reason of the end, and after a verified restore the decision, which names the missing recovery. */
    private static @Nullable String doing(RunReport run, @Nullable LiveTick tick) {
        boolean back = run.restored() != null && run.restored().verified();
        return run.reason() != null && !(back && tick != null) ? run.reason() : tick == null ? null : tick.decision();
    }

    static String p99(@Nullable LiveTick tick) {
        return tick == null ? Figures.NONE : SlowCounts.p99(tick.p99Ms(), tick.basis());
    }
}
