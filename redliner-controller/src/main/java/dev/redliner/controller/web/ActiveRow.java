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
 * @param doing the last decision, or the reason for the end
 * @param elapsed time since the start
 * @param load requests per second at the SUT
 * @param redline the estimate so far
 * @param interval its interval; null without one
 * @param share the share that the traffic shows
 * @param baseline the share to return to; null if it is not known here
 * @param p99 the 99th percentile of the latency
 * @param harm bad requests beyond normal, of all that the SUT served
 */
record ActiveRow(
        String id,
        String service,
        String sut,
        Sign state,
        @Nullable String doing,
        String elapsed,
        String load,
        String redline,
        @Nullable String interval,
        String share,
        @Nullable String baseline,
        String p99,
        String harm) {
    static ActiveRow of(RunReport run, Instant now) {
        LiveTick tick = run.now();
        RedlineReport redline = tick == null ? null : tick.redline();
        return new ActiveRow(
                run.id(),
                run.service(),
                String.join(", ", run.sut()),
                Sign.of(run.state()),
                run.reason() != null ? run.reason() : tick == null ? null : tick.decision(),
                Figures.length(Duration.between(run.startedAt(), now)),
                Figures.rps(tick == null ? null : tick.rps()),
                redline == null ? Figures.NONE : Figures.redline(redline),
                redline == null ? null : Figures.interval(redline),
                Figures.part(tick == null ? null : tick.observedShare()),
                run.restored() == null ? null : Figures.part(run.restored().baselineShare()),
                Figures.millis(tick == null ? null : tick.p99Ms()),
                Figures.part(run.harm().excessFraction()));
    }
}
