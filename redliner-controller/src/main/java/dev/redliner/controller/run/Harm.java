package dev.redliner.controller.run;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;

/**
 * What a run costs the users: bad requests (failed, or slower than the tightest latency limit) beyond what is normal for
 * the host. What hits the peers at the same instant is not the run's doing and counts as normal.
 *
 * @param excess bad requests beyond normal, never below zero
 * @param served requests that the SUT answered meanwhile
 */
public record Harm(double excess, double served) {
    static final Harm NONE = new Harm(0, 0);
    /** The budget is never smaller than that of a minute of normal load, so that one hiccup is not the end. */
    private static final double ENOUGH_SECONDS = 60;

    Harm plus(Tick tick, Duration limit, double normalFraction) {
        double bad = bad(tick.errors(), tick.completed(), tick.latency(), limit);
        double peersBad = bad(tick.peerErrors(), tick.peerCompleted(), tick.peerLatency(), limit);
        double peersFraction = tick.peerCompleted() > 0 ? peersBad / tick.peerCompleted() : 0;
        double normal = Math.max(normalFraction, peersFraction);
        // no credit for good times: it would be spent on users later
        return new Harm(Math.max(0, excess + bad - normal * tick.completed()), served + tick.completed());
    }

    static double bad(double errors, double completed, LatencyHistogram latency, Duration limit) {
        double slow = limit.isZero() ? 0 : latency.over(limit);
        return Math.min(completed, errors + slow);
    }

    /** Bad requests beyond normal. */
    public double excessRequests() {
        return excess;
    }

    /** The same as a fraction of the requests served. */
    public double excessFraction() {
        return served > 0 ? excessRequests() / served : 0;
    }

    /**
     * Whether it is more than a run may cost.
     *
     * @param budget fraction of the requests served
     * @param normalLoad the SUT's load at the baseline, requests per second
     */
    boolean beyond(double budget, double normalLoad) {
        return excessRequests() > budget * Math.max(served, normalLoad * ENOUGH_SECONDS);
    }
}
