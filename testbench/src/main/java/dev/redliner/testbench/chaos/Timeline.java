package dev.redliner.testbench.chaos;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time: runs events in order. Times are nanoseconds since the virtual run began. Events of one moment keep
 * their order of registration.
 */
final class Timeline {
    static final long MILLISECOND = 1_000_000;
    static final long SECOND = 1_000 * MILLISECOND;

    private final PriorityQueue<Happening> queue = new PriorityQueue<>(256);
    private long now;
    private long sequence;
    private long happened;
    private int waits;

    /**
     * A future event.
     *
     * @param at when the event is due
     * @param sequence order among the events of one moment
     * @param machine the machine of the event, or null if none, so that no crash and no freeze prevents the event
     * @param life the machine's life to which the event belongs
     * @param what the action
     */
    record Happening(long at, long sequence, @Nullable SimulatedProcess machine, int life, Runnable what)
            implements Comparable<Happening> {
        @Override
        public int compareTo(Happening other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(sequence, other.sequence);
        }
    }

    long now() {
        return now;
    }

    double seconds() {
        return now / (double) SECOND;
    }

    /** Number of events so far. */
    long happened() {
        return happened;
    }

    /** Schedules an action that is independent of any machine. */
    void after(long nanos, Runnable what) {
        queue.add(new Happening(now + Math.max(0, nanos), ++sequence, null, 0, what));
    }

    void after(long nanos, SimulatedProcess machine, Runnable what) {
        queue.add(new Happening(now + Math.max(0, nanos), ++sequence, machine, machine.life(), what));
    }

    void runUntil(long end) {
        while (!queue.isEmpty() && queue.peek().at() <= end) {
            Happening next = queue.remove();
            now = Math.max(now, next.at());
            happened++;
            if (next.machine() == null) {
                next.what().run();
            } else {
                next.machine().run(next);
            }
        }
        now = Math.max(now, end);
    }

    /**
     * Lets time pass for all machines while the caller is in the middle of a task. Returns false if another task waits
     * already. Only one task may wait at a time, because waits end in the reverse order of their begin.
     */
    boolean pass(long nanos) {
        if (waits > 0) {
            return false;
        }
        waits++;
        try {
            runUntil(now + nanos);
        } finally {
            waits--;
        }
        return true;
    }
}
