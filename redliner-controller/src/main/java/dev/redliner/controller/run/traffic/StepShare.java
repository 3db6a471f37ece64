package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Tick;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The share that a step asks for at present. While the traffic of the pool drifts, the step asks for other shares, so
 * that the load of the SUT stays that of the step.
 *
 * @param share the present share
 * @param first the share at the beginning of the step
 * @param since when the present share was asked for
 * @param inEffect when every Envoy had confirmed the present share; null before
 * @param arrived requests since the present share was in effect
 * @param step requests under this share and all shares that the step asked for before. Obedience is judged by these: a
 *     change is small, and requests come in batches, so the few seconds after it are no evidence
 * @param changes number of changes to another share
 * @param raises number of changes to a larger share
 */
public record StepShare(
        Share share,
        Share first,
        Instant since,
        @Nullable Instant inEffect,
        Delivered arrived,
        Delivered step,
        int changes,
        int raises) {

    public static StepShare asked(Share share, Instant since) {
        return new StepShare(share, share, since, null, Delivered.NONE, Delivered.NONE, 0, 0);
    }

    public StepShare instead(Share other, Instant now) {
        boolean larger = other.compareTo(share) > 0;
        return new StepShare(other, first, now, null, Delivered.NONE, step, changes + 1, larger ? raises + 1 : raises);
    }

    public StepShare inEffectSince(Instant instant) {
        return new StepShare(share, first, since, instant, arrived, step, changes, raises);
    }

    /** Whether a tick that arrived now lies wholly under the present share. */
    public boolean covers(Tick tick, Instant now) {
        return inEffect != null && !TickBegin.of(tick, now).isBefore(inEffect);
    }

    public StepShare observe(Tick tick, Instant now) {
        return !covers(tick, now)
                ? this
                : new StepShare(
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
