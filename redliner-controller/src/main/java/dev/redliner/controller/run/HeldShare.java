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
 * @param arrived what happened since it was in effect
 * @param all the same of this and all shares that the step asked for before
 * @param due requests of those that should have gone to the SUT
 * @param changes how often the step asked for another one
 * @param raises how often for a larger one
 */
public record HeldShare(
        Share share,
        Share first,
        Instant since,
        @Nullable Instant inEffect,
        TickSum arrived,
        TickSum all,
        double due,
        int changes,
        int raises) {

    static HeldShare asked(Share share, Instant since) {
        return new HeldShare(share, share, since, null, TickSum.NONE, TickSum.NONE, 0, 0, 0);
    }

    HeldShare instead(Share other, Instant now) {
        boolean larger = other.compareTo(share) > 0;
        return new HeldShare(
                other, first, now, null, TickSum.NONE, all, due, changes + 1, larger ? raises + 1 : raises);
    }

    HeldShare inEffectSince(Instant instant) {
        return new HeldShare(share, first, since, instant, arrived, all, due, changes, raises);
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
                        arrived.plus(tick),
                        all.plus(tick),
                        due + share.fraction() * tick.poolRequested(),
                        changes,
                        raises);
    }

    /** With the requests of another step. */
    HeldShare together(HeldShare other) {
        TickSum both = all.requestsWith(other.all);
        return new HeldShare(share, first, since, inEffect, arrived, both, due + other.due, changes, raises);
    }

    /**
     * Whether the SUT got what was asked for. It is judged over all of the step: a change is small, and the few seconds
     * since the last one say less than they seem to, as requests come in batches.
     *
     * @param slack what it may be off by beside chance, as a fraction of it
     * @param dispersion variance of the counts, in that of single draws
     */
    boolean obeyed(double slack, double dispersion) {
        return all.matches(dueShare(), slack, dispersion);
    }

    /** What was asked for over all of the step, as a fraction of the traffic. */
    double dueShare() {
        return all.poolRequested() > 0 ? due / all.poolRequested() : share.fraction();
    }
}
