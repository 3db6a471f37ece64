package dev.redliner.testbench.chaos;

import java.util.List;

/** Adds up the requests that the Envoys send, from one change of a share, a process or a host to the next. */
final class TrafficFlow {
    private final Timeline timeline;
    private final SimulatedPool pool;
    private final List<EnvoyNode> envoys;
    private long since;

    TrafficFlow(Timeline timeline, SimulatedPool pool, List<EnvoyNode> envoys) {
        this.timeline = timeline;
        this.pool = pool;
        this.envoys = envoys;
    }

    /** Counts the requests up to now. Call this before each change, and before the counters are read. */
    void flow() {
        double seconds = (timeline.now() - since) / (double) Timeline.SECOND;
        since = timeline.now();
        if (seconds <= 0) {
            return;
        }
        double slowFraction = pool.slowFraction(sutRps());
        for (EnvoyNode envoy : envoys) {
            if (envoy.machine().works()) {
                double requests = seconds * envoy.weight() * pool.poolRps();
                double toSut = requests * envoy.share().fraction();
                envoy.counters().add(toSut, requests - toSut, slowFraction, pool);
            }
        }
    }

    /** Requests per second that all Envoys together send to the SUT. */
    double sutRps() {
        double rps = 0;
        for (EnvoyNode envoy : envoys) {
            if (envoy.machine().works()) {
                rps += envoy.weight() * envoy.share().fraction() * pool.poolRps();
            }
        }
        return rps;
    }
}
