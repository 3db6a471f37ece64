package dev.redliner.controller.web;

import dev.redliner.api.Basis;
import org.jspecify.annotations.Nullable;

/** The p99 of a tick or a step as text, or the counts of slow requests in its place: a p99 of few would be a guess. */
final class SlowCounts {
    private SlowCounts() {}

    /** The p99, or such as {@code 1 of 40 slow}. */
    static String p99(@Nullable Double p99Ms, @Nullable Basis basis) {
        String counts = counts(p99Ms, basis);
        return counts == null ? Figures.millis(p99Ms) : counts + " slow";
    }

    /** The p99, or such as {@code 1 of 40 over 250 ms}. */
    static String p99WithLimit(@Nullable Double p99Ms, @Nullable Basis basis) {
        String counts = counts(p99Ms, basis);
        return counts == null || basis == null
                ? Figures.millis(p99Ms)
                : counts + " over " + Figures.millis(basis.limitMs());
    }

    /** From which latency on a request is slow; null if there is a p99, or no count. */
    static @Nullable String limit(@Nullable Double p99Ms, @Nullable Basis basis) {
        return basis == null || counts(p99Ms, basis) == null ? null : "from " + Figures.millis(basis.limitMs()) + " on";
    }

    private static @Nullable String counts(@Nullable Double p99Ms, @Nullable Basis basis) {
        return p99Ms == null && basis != null && basis.slow() != null && basis.limitMs() != null && basis.requests() > 0
                ? Figures.count(basis.slow()) + " of " + Figures.count(basis.requests())
                : null;
    }
}
