package dev.redliner.standalone.chaos;

import java.util.List;

/**
 * A promise that did not hold.
 *
 * @param promise which
 * @param seconds when, in virtual time
 * @param what what happened
 * @param seed the campaign's seed
 * @param index the run's number in it
 * @param trace the last events before it; empty unless the run was traced
 */
public record Violation(Promise promise, double seconds, String what, long seed, long index, List<String> trace) {
    public Violation {
        trace = List.copyOf(trace);
    }

    /** What repeats exactly this run. */
    public String replay() {
        return "./redliner chaos --replay " + seed + ":" + index;
    }
}
