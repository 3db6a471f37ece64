package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The way back to the baseline. Done when every Envoy confirmed that it holds no override and the traffic since then
 * shows the baseline share.
 *
 * @param since when it was decided
 * @param configured when the last Envoy confirmed; null before
 * @param seen the traffic since then
 * @param verified when the traffic was seen to be back; null before
 */
public record Restoration(Instant since, @Nullable Instant configured, TickSum seen, @Nullable Instant verified) {
    private static final double SECONDS = 2;
    private static final double REQUESTS = 100;

    static Restoration begun(Instant now) {
        return new Restoration(now, null, TickSum.NONE, null);
    }

    Restoration configured(Instant now) {
        return configured == null ? new Restoration(since, now, seen, verified) : this;
    }

    Restoration unconfigured() {
        return configured == null ? this : new Restoration(since, null, TickSum.NONE, null);
    }

    Restoration saw(Tick tick, double baselineShare, double slack) {
        if (configured == null || tick.from().isBefore(configured)) {
            return this;
        }
        TickSum more = seen.plus(tick);
        boolean enough = more.seconds() >= SECONDS && more.poolRequested() >= REQUESTS;
        if (enough && !more.matches(baselineShare, slack)) {
            // what is old weighs less and less: look again, afresh
            return new Restoration(since, configured, TickSum.NONE, null);
        }
        return new Restoration(since, configured, more, enough ? tick.to() : null);
    }

    /** From the decision until it was verified; null before. */
    public @Nullable Duration took() {
        return verified == null ? null : Duration.between(since, verified);
    }
}
