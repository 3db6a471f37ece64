package dev.redliner.testbench.chaos;

import java.util.List;

/** The largest lead, ever, of the controllers' clocks over the redirectors' clocks in one virtual run. */
final class Clocks {
    private final List<SimulatedProcess> controllers;
    private final List<SimulatedProcess> redirectors;
    private long ahead;
    private long apart;

    Clocks(List<SimulatedProcess> controllers, List<SimulatedProcess> redirectors) {
        this.controllers = controllers;
        this.redirectors = redirectors;
        look();
    }

    /** Call this after a clock was set. */
    void look() {
        for (SimulatedProcess controller : controllers) {
            for (SimulatedProcess redirector : redirectors) {
                ahead = Math.max(ahead, controller.wallOffset() - redirector.wallOffset());
            }
        }
    }

    /** Records that a clock was set by this much: comparisons across that moment are off by the same amount. */
    void jumped(long nanos) {
        apart += Math.abs(nanos);
        look();
    }

    /** How much longer than its validity an order may hold, nanoseconds. */
    long grace() {
        return ahead + apart;
    }

    boolean exact() {
        return apart == 0;
    }
}
