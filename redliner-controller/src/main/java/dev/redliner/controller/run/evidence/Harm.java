package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a run for users: bad requests beyond those that are normal for the host. A request is bad if it failed,
 * was not answered in time, was slower than the tightest latency limit, or was left by its client. Clients that leave
 * in any case are normal, and so are answers that exceed the limit in any case.
 *
 * <p>Requests are counted in blocks of a few seconds. An excess that chance does not explain is charged permanently: no
 * later second reduces it. All smaller differences are netted against one another with their sign, because the sum of
 * their positive parts alone would grow without any harm. Decision 0018 describes the measurements behind this.
 *
 * @param certain bad requests beyond normal in blocks in which chance does not explain them; never falls
 * @param within balance of the bad requests beyond normal in all other blocks, never below zero
 * @param served requests that the SUT answered meanwhile, or that clients left
 * @param uncountedSeconds time between ticks in which no requests were counted
 * @param until end of the newest tick, event time; null before the first
 * @param open the present block
 * @param normal the latest counts of normal bad requests
 */
public record Harm(
        double certain,
        double within,
        double served,
        double uncountedSeconds,
        @Nullable Instant until,
        HarmBlock open,
        HarmNormal normal) {
    public static final Harm NONE = new Harm(0, 0, 0, 0, null, HarmBlock.NONE, HarmNormal.NONE);
    /** The budget is at least that of one minute of normal load, so that a single hiccup does not end the run. */
    private static final double ENOUGH_SECONDS = 60;

    public Harm plus(Tick tick, Duration limit, HarmNormal normal) {
        HarmBlock more = open.plus(tick, limit);
        Late late = tick.late();
        double covered = late == null ? 0 : late.seconds();
        double gap = until == null ? 0 : Math.max(0, seconds(until, tick.from()) - covered);
        double all = served + HarmBlock.served(tick.sut()) + (late == null ? 0 : HarmBlock.served(late.counts()));
        double uncounted = uncountedSeconds + gap;
        if (!more.closes(normal)) {
            return new Harm(certain, within, all, uncounted, tick.to(), more, normal);
        }
        double excess = more.excess(normal);
        boolean sure = more.beyondChance(normal);
        return new Harm(
                sure ? certain + excess : certain,
                sure ? within : Math.max(0, within + excess),
                all,
                uncounted,
                tick.to(),
                HarmBlock.NONE,
                normal);
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toNanos() / 1e9);
    }

    /** Bad requests beyond normal. */
    public double excessRequests() {
        return certain + balance();
    }

    private double balance() {
        return Math.max(0, within + open.excess(normal));
    }

    /** Bad requests beyond normal, as a fraction of the requests served. */
    public double excessFraction() {
        return served > 0 ? excessRequests() / served : 0;
    }

    /**
     * Whether the harm exceeds the budget. Of the netted differences, only the part counts that the error of the normal
     * fraction does not explain. The present block counts as soon as it has enough requests.
     *
     * @param budget fraction of the requests served
     * @param normalLoad load of the SUT at the baseline, requests per second
     */
    public boolean beyond(double budget, double normalLoad) {
        double netted = open.isEnough() ? balance() : within;
        double charged = certain + Math.max(0, netted - normal.chance(served));
        return charged > budget * Math.max(served, normalLoad * ENOUGH_SECONDS);
    }
}
