package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;

/**
 * Requests of some seconds that are judged together, because a tick of 200 ms has too few requests.
 *
 * @param seconds length
 * @param served requests that the SUT answered, or that clients left
 * @param bad bad requests among them, and overdue requests
 * @param peersServed requests that the peers answered, or that clients left
 * @param peersBad bad requests among them
 */
record HarmBlock(double seconds, double served, double bad, double peersServed, double peersBad) {
    static final HarmBlock NONE = new HarmBlock(0, 0, 0, 0, 0);
    private static final double LEAST_SECONDS = 0.95;
    private static final double MOST_SECONDS = 5;
    private static final double ENOUGH_REQUESTS = 500;
    /**
     * Requests at the peers after which an excess may be charged before the block is full. With fewer, deviations
     * mislead, and {@link Excess} decides whether all hosts suffer: one slow answer of eight would be 12.5%.
     */
    private static final double ENOUGH_OF_PEERS = 100;
    /** Number of standard deviations that chance does not explain. */
    private static final double CERTAIN = 4;

    private static final double COMMON = 3;
    /** Chance shows few peers a shared incident in fewer than one of 1,000 blocks. */
    private static final double COMMON_OF_FEW = Math.log(1_000);

    HarmBlock plus(Tick tick, Duration limit) {
        double peers =
                BadRequests.of(tick.peerErrors(), tick.peerCompleted(), tick.peerLatency(), tick.peerOverdue(), limit);
        HarmBlock more = new HarmBlock(
                        seconds + tick.lengthSeconds(),
                        served,
                        bad,
                        peersServed + tick.peerCompleted() + tick.peerOverdue().left(),
                        peersBad + peers)
                .plus(tick.sut(), limit);
        Late late = tick.late();
        return late == null ? more : more.plus(late.counts(), limit);
    }

    private HarmBlock plus(HostCounts sut, Duration limit) {
        double more = BadRequests.of(sut.errors(), sut.completed(), sut.latency(), sut.overdue(), limit);
        return new HarmBlock(seconds, served + served(sut), bad + more, peersServed, peersBad);
    }

    /** Requests that were answered, or that clients left. */
    static double served(HostCounts counts) {
        return counts.completed() + counts.overdue().left();
    }

    boolean closes(HarmNormal normal) {
        return seconds >= MOST_SECONDS
                || seconds >= LEAST_SECONDS && isEnough() && (served >= ENOUGH_REQUESTS || beyondChance(normal));
    }

    /** Whether it has so many requests of the SUT, or of the peers, that it need not wait for more of the peers. */
    boolean isEnough() {
        return served >= ENOUGH_REQUESTS || peersServed >= ENOUGH_OF_PEERS;
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

    /**
     * Fraction of the requests that became bad at all hosts alike. It is the excess over normal at the
     * peers.
     */
    private double common(HarmNormal normal) {
        double usual = normal.peersFraction() * peersServed;
        double more = peersBad - usual;
        boolean shared = peersServed >= ENOUGH_OF_PEERS
                ? more > deviations(COMMON, usual)
                : usual > 0 && Excess.surprise(peersBad, usual, HarmNormal.DISPERSION) > COMMON_OF_FEW;
        return shared ? more / peersServed : 0;
    }

    private static double deviations(double times, double expected) {
        return times * Math.sqrt(HarmNormal.DISPERSION * Math.max(1, expected));
    }
}
