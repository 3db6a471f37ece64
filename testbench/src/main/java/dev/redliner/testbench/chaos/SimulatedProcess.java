package dev.redliner.testbench.chaos;

import dev.redliner.redirector.lease.Moment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A process with its clocks. It can crash and restart, freeze and continue, and be cut off from Kafka. Its wall clock
 * can be set. Its monotonic clock is that of virtual time.
 */
final class SimulatedProcess {
    private static final Instant BEGIN = Instant.parse("2026-01-05T09:00:00Z");

    private final String name;
    private final Timeline timeline;
    private final List<Timeline.Happening> missed = new ArrayList<>();
    private Runnable beforeChange = () -> {};
    private long wallOffset;
    private long frozenUntil;
    private long freezeInNextCall;
    private boolean up;
    private boolean frozen;
    private boolean cutOff;
    private boolean inCall;
    private int life;

    SimulatedProcess(String name, Timeline timeline) {
        this.name = name;
        this.timeline = timeline;
    }

    String name() {
        return name;
    }

    /** Registers a listener that is called before the machine stops or continues. */
    void beforeChange(Runnable listener) {
        beforeChange = listener;
    }

    Instant wall() {
        return BEGIN.plusNanos(timeline.now() + wallOffset);
    }

    /** The true wall time of a moment of virtual time. */
    static Instant at(long nanos) {
        return BEGIN.plusNanos(nanos);
    }

    Moment moment() {
        return new Moment(wall(), timeline.now());
    }

    /** The lead of the machine's wall clock over the true time, nanoseconds. */
    long wallOffset() {
        return wallOffset;
    }

    void setWallBy(long nanos) {
        wallOffset += nanos;
    }

    int life() {
        return life;
    }

    boolean up() {
        return up;
    }

    boolean frozen() {
        return frozen;
    }

    /** Whether the machine is up and not frozen. */
    boolean works() {
        return up && !frozen;
    }

    boolean cutOff() {
        return cutOff;
    }

    void cutOff(boolean cut) {
        cutOff = cut;
    }

    void boot() {
        beforeChange.run();
        up = true;
    }

    void crash() {
        beforeChange.run();
        up = false;
        life++;
        frozen = false;
        frozenUntil = 0;
        inCall = false;
        missed.clear();
        freezeInNextCall = 0;
    }

    void freeze(long nanos) {
        beforeChange.run();
        frozen = true;
        frozenUntil = Math.max(frozenUntil, timeline.now() + nanos);
        timeline.after(nanos, this::thaw);
    }

    private void thaw() {
        if (!frozen || inCall || frozenUntil > timeline.now()) {
            return;
        }
        beforeChange.run();
        frozen = false;
        var now = new ArrayList<>(missed);
        missed.clear();
        now.forEach(late -> {
            if (late.life() == life) {
                timeline.after(0, this, late.what());
            }
        });
    }

    /** Freezes the machine in the middle of its next call to an outside system. */
    void freezeInNextCall(long nanos) {
        freezeInNextCall = nanos;
    }

    /**
     * Call this at each call to an outside system.
     *
     * @param locked whether the caller holds a lock that other threads need, so that the caller continues first
     */
    void calls(boolean locked) {
        if (freezeInNextCall > 0) {
            long nanos = freezeInNextCall;
            freezeInNextCall = 0;
            inCall = locked;
            freeze(nanos);
            try {
                waits(nanos);
            } finally {
                inCall = false;
                timeline.after(0, this::thaw);
            }
        }
    }

    /** The caller waits in the middle of a task, while the other machines go on. */
    void waits(long nanos) {
        int before = life;
        boolean passed = timeline.pass(nanos);
        while (passed && frozenUntil > timeline.now() && life == before) {
            timeline.pass(frozenUntil - timeline.now());
        }
        if (life != before) {
            throw new Killed(name);
        }
    }

    /** Runs a task later on this machine, unless the machine has crashed by then. */
    void after(long nanos, Runnable what) {
        timeline.after(nanos, this, what);
    }

    void run(Timeline.Happening happening) {
        if (happening.life() != life) {
            return;
        }
        if (frozen) {
            missed.add(happening);
            return;
        }
        try {
            happening.what().run();
        } catch (Killed e) {
            // the process died inside of the call
        }
    }
}
