package dev.redliner.controller.run.evidence;

import java.time.Duration;

/**
 * Bad requests of the SUT and of its peers while no traffic was moved.
 *
 * @param bad bad requests of the SUT
 * @param served requests that the SUT answered, or that clients left
 * @param peersBad bad requests of the peers
 * @param peersServed requests that the peers answered, or that clients left
 */
public record HarmNormal(double bad, double served, double peersBad, double peersServed) {
    public static final HarmNormal NONE = new HarmNormal(0, 0, 0, 0);
    /** Variance of the number of slow answers, as a multiple of that of single ones: slow answers come in groups. */
    public static final double DISPERSION = 4;

    private static final double DEVIATIONS = 3;

    /** @param limit the tightest latency limit of the rules; zero if there is none */
    public static HarmNormal of(Baseline baseline, Duration limit) {
        TickSum seen = baseline.seen();
        PeerSum peers = baseline.peers();
        return new HarmNormal(
                Math.max(0, BadRequests.of(seen.errors(), seen.completed(), seen.latency(), seen.overdue(), limit)),
                seen.completed() + seen.overdue().left(),
                Math.max(0, BadRequests.of(peers.errors(), peers.completed(), peers.latency(), peers.overdue(), limit)),
                peers.completed() + peers.overdue().left());
    }

    /** Normal fraction. A short baseline may have missed rare bad requests, so one more than it contains is normal. */
    double fraction() {
        return served > 0 ? (bad + 1) / served : 0;
    }

    double peersFraction() {
        return peersServed > 0 ? (peersBad + 1) / peersServed : 0;
    }

    /**
     * Bad requests beyond normal that chance explains. The result covers the random error of both counts.
     *
     * @param later number of requests served after the baseline
     */
    double chance(double later) {
        double expected = fraction() * later;
        double variance = served > 0 ? expected * (1 + later / served) : 0;
        return DEVIATIONS * Math.sqrt(DISPERSION * variance);
    }
}
