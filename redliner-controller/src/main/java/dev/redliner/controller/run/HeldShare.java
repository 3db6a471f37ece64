package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Tick;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The share that a step asks for just now. While the pool's traffic drifts it is asked for anew, so that the SUT's load
 * stays what the step is about.
 *
 * @param share as it is asked for
 * @param first as the step asked for it when it began
 * @param since when it was asked for
 * @param inEffect when every Envoy had confirmed it; null before
 * @param arrived requests since it was in effect
 * @param step requests under this share and all shares that the step asked for before. Obedience is judged by these: a
 *     change is small, and requests come in batches, so the few seconds after it are no evidence
 * @param changes how often the step asked for another one
 * @param raises how often for a larger one
 */
public record HeldShare(
        Share share,
        Share first,
        Instant since,
        @Nullable Instant inEffect,
        Delivered arrived,
        Delivered step,
        int changes,
        int raises) {

    static HeldShare asked(Share share, Instant since) {
        return new HeldShare(share, share, since, null, Delivered.NONE, Delivered.NONE, 0, 0);
    }

    HeldShare instead(Share other, Instant now) {
        boolean larger = other.compareTo(share) > 0;
        return new HeldShare(other, first, now, null, Delivered.NONE, step, changes + 1, larger ? raises + 1 : raises);
    }

    HeldShare inEffectSince(Instant instant) {
        return new HeldShare(share, first, since, instant, arrived, step, changes, raises);
    }

    /** Whether a tick lies wholly under the share that is asked for now. */
    boolean covers(Tick tick) {
        return inEffect != null && !tick.from().isBefore(inEffect);
    }

    HeldShare saw(Tick tick) {
        return !covers(tick)
                ? this
                : new HeldShare(
                        share,
                        first,
                        since,
                        inEffect,
                        arrived.plus(tick, share),
                        step.plus(tick, share),
                        changes,
                        raises);
    }
}
