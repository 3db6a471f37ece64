package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;

/**
 * Some seconds of requests that are judged together: a tick of 200 ms has too few of them.
 *
 * @param seconds how long
 * @param served requests that the SUT answered
 * @param bad bad ones among them, and requests that are overdue
 * @param peersServed requests that the peers answered
 * @param peersBad bad ones among them
 */
record HarmBlock(double seconds, double served, double bad, double peersServed, double peersBad) {
    static final HarmBlock NONE = new HarmBlock(0, 0, 0, 0, 0);
    private static final double LEAST_SECONDS = 0.95;
    private static final double MOST_SECONDS = 5;
    private static final double ENOUGH_REQUESTS = 500;
    /** Fewer of the peers' requests forgive nothing: one slow answer of eight would be 12.5%. */
    private static final double ENOUGH_OF_PEERS = 100;
    /** Standard deviations that are no chance. */
    private static final double CERTAIN = 4;

    private static final double COMMON = 3;

    HarmBlock plus(Tick tick, Duration limit) {
        double now = Harm.bad(tick.errors(), tick.completed(), tick.latency(), limit)
                + tick.overdue().net();
        double peers = Harm.bad(tick.peerErrors(), tick.peerCompleted(), tick.peerLatency(), limit)
                + tick.peerOverdue().net();
        HarmBlock more = new HarmBlock(
                seconds + tick.lengthSeconds(),
                served + tick.completed(),
                bad + now,
                peersServed + tick.peerCompleted(),
                peersBad + peers);
        HostCounts late = tick.late();
        return late == null ? more : more.plus(late, limit);
    }

    /** Counts that came too late for a tick of their own. */
    private HarmBlock plus(HostCounts late, Duration limit) {
        double more = Harm.bad(late.errors(), late.completed(), late.latency(), limit)
                + late.overdue().net();
        return new HarmBlock(seconds, served + late.completed(), bad + more, peersServed, peersBad);
    }

    boolean closes(HarmNormal normal) {
        return seconds >= MOST_SECONDS
                || seconds >= LEAST_SECONDS && (served >= ENOUGH_REQUESTS || beyondChance(normal));
    }

    /** Bad requests beyond normal; below zero if there were fewer. */
    double excess(HarmNormal normal) {
        return bad - expected(normal);
    }

    boolean beyondChance(HarmNormal normal) {
        return excess(normal) > deviations(CERTAIN, expected(normal));
    }

    private double expected(HarmNormal normal) {
        return served * Math.min(1, normal.fraction() + common(normal));
    }

    /** Part of the requests that trouble of all hosts made bad: that much more than normal is bad at the peers. */
    private double common(HarmNormal normal) {
        double usual = normal.peersFraction() * peersServed;
        double more = peersBad - usual;
        return peersServed >= ENOUGH_OF_PEERS && more > deviations(COMMON, usual) ? more / peersServed : 0;
    }

    private static double deviations(double times, double expected) {
        return times * Math.sqrt(HarmNormal.DISPERSION * Math.max(1, expected));
    }
}
