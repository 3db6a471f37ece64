package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Tick;

/**
 * Requests that arrived while asked shares were in effect.
 *
 * @param seconds length of the ticks
 * @param requested requests sent to the SUT
 * @param poolRequested requests sent to the whole pool
 * @param due requests that the asked shares assigned to the SUT
 */
public record Delivered(double seconds, double requested, double poolRequested, double due) {
    /** The share is judged from this much evidence on. */
    private static final double ENOUGH_SECONDS = 5;

    private static final double ENOUGH_REQUESTS = 500;
    /** Number of standard deviations that chance may explain. */
    private static final double CHANCE = 4;

    public static final Delivered NONE = new Delivered(0, 0, 0, 0);

    /**
     * @param tick a tick that lies wholly under the share
     * @param asked the asked share
     */
    public Delivered plus(Tick tick, Share asked) {
        return new Delivered(
                seconds + tick.lengthSeconds(),
                requested + tick.requested(),
                poolRequested + tick.poolRequested(),
                due + asked.fraction() * tick.poolRequested());
    }

    /** Whether the requests are enough to judge the SUT's share of them. */
    public boolean enough() {
        return seconds >= ENOUGH_SECONDS && poolRequested >= ENOUGH_REQUESTS;
    }

    /** The SUT's part of the traffic; NaN while there was none. */
    public double share() {
        return requested / poolRequested;
    }

    /** The asked part of the traffic; NaN while there was none. */
    public double dueShare() {
        return due / poolRequested;
    }

    /**
     * Whether the SUT got the asked share, within four standard deviations of chance; false without traffic.
     *
     * @param slack permitted deviation beside chance, as a fraction of the share
     * @param dispersion variance of the counts, as a multiple of that of single draws
     */
    public boolean obeyed(double slack, double dispersion) {
        double share = dueShare();
        double chance = CHANCE * Math.sqrt(dispersion * share * (1 - share) / poolRequested);
        return Math.abs(share() - share) <= slack * share + chance;
    }
}
