package dev.redliner.controller.run;

import java.time.Duration;

/**
 * Bad requests while no traffic was moved, at the SUT and at its peers.
 *
 * @param bad bad requests of the SUT
 * @param served requests that it answered, or whose clients left
 * @param peersBad bad requests of the peers
 * @param peersServed requests that they answered, or whose clients left
 */
record HarmNormal(double bad, double served, double peersBad, double peersServed) {
    static final HarmNormal NONE = new HarmNormal(0, 0, 0, 0);
    /** Slow answers come in groups: so many times the variance of single ones. */
    static final double DISPERSION = 4;

    private static final double DEVIATIONS = 3;

    /** @param limit the tightest latency limit of the rules; zero if they have none */
    static HarmNormal of(Baseline baseline, Duration limit) {
        TickSum seen = baseline.seen();
        PeerSum peers = baseline.peers();
        return new HarmNormal(
                Math.max(0, Harm.bad(seen.errors(), seen.completed(), seen.latency(), seen.overdue(), limit)),
                seen.completed() + seen.overdue().left(),
                Math.max(0, Harm.bad(peers.errors(), peers.completed(), peers.latency(), peers.overdue(), limit)),
                peers.completed() + peers.overdue().left());
    }

    /** A short baseline may have seen none of the rare ones, so one more than it saw is normal. */
    double fraction() {
        return served > 0 ? (bad + 1) / served : 0;
    }

    double peersFraction() {
        return peersServed > 0 ? (peersBad + 1) / peersServed : 0;
    }

    /** Bad requests beyond normal that chance explains, once so many were served: in them and in the baseline. */
    double chance(double later) {
        double expected = fraction() * later;
        double variance = served > 0 ? expected * (1 + later / served) : 0;
        return DEVIATIONS * Math.sqrt(DISPERSION * variance);
    }
}
