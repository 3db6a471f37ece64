package dev.redliner.controller.report;

import dev.redliner.controller.run.TickSum;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The requests behind the rates and percentiles of a tick or a step. With too few requests, a percentile is null, and a
 * reader shows {@code slow} of {@code requests} in its place.
 *
 * @param seconds how long the requests were collected
 * @param requests answered requests
 * @param slow requests that exceeded {@code limitMs} or were not answered in time; null without a limit
 * @param limitMs the tightest latency limit of the rules that back off; null if they have none
 */
public record Basis(double seconds, long requests, @Nullable Long slow, @Nullable Double limitMs) {

    /**
     * @param limit the latency limit; zero if there is none
     */
    static Basis of(TickSum seen, Duration limit) {
        double seconds = Math.round(seen.seconds() * 10) / 10.0;
        long requests = Math.round(seen.completed());
        return limit.isZero()
                ? new Basis(seconds, requests, null, null)
                : new Basis(seconds, requests, Math.round(seen.slowerThan(limit)), limit.toNanos() / 1e6);
    }
}
