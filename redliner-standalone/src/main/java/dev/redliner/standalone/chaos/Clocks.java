package dev.redliner.standalone.chaos;

import java.util.List;

/** How far the clocks of controllers are ahead of those of redirectors at most, ever, in one virtual run. */
final class Clocks {
    private final List<Machine> controllers;
    private final List<Machine> redirectors;
    private long ahead;
    private long apart;

    Clocks(List<Machine> controllers, List<Machine> redirectors) {
        this.controllers = controllers;
        this.redirectors = redirectors;
        look();
    }

    /** To be called when a clock was set. */
    void look() {
        for (Machine controller : controllers) {
            for (Machine redirector : redirectors) {
                ahead = Math.max(ahead, controller.wallOffset() - redirector.wallOffset());
            }
        }
    }

    /** A clock was set by so much: whatever was compared across that moment is off by it. */
    void jumped(long nanos) {
        apart += Math.abs(nanos);
        look();
    }

    /** By how much an order may hold longer than it is valid, nanoseconds. */
    long grace() {
        return ahead + apart;
    }

    boolean exact() {
        return apart == 0;
    }
}
