package dev.redliner.standalone.chaos;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Virtual time: what happens, in order. Nanoseconds since the virtual run began; what is at one moment keeps its order. */
final class Timeline {
    static final long MILLISECOND = 1_000_000;
    static final long SECOND = 1_000 * MILLISECOND;

    private final PriorityQueue<Happening> queue = new PriorityQueue<>(256);
    private long now;
    private long sequence;
    private long happened;
    private int waits;

    /**
     * Something that will happen.
     *
     * @param at when
     * @param sequence order among those of one moment
     * @param machine where; null if on none, so that no crash and no freeze keeps it from happening
     * @param life the machine's life that it belongs to
     * @param what what
     */
    record Happening(long at, long sequence, @Nullable Machine machine, int life, Runnable what)
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

    /** How much happened so far. */
    long happened() {
        return happened;
    }

    /** Whatever becomes of any machine. */
    void after(long nanos, Runnable what) {
        queue.add(new Happening(now + Math.max(0, nanos), ++sequence, null, 0, what));
    }

    void after(long nanos, Machine machine, Runnable what) {
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
     * Lets time pass for all others while the caller is in the middle of something. Only one at a time may wait,
     * because it goes on in the reverse order of the waits; false if another does.
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
