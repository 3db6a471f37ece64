package dev.redliner.testbench.chaos;

import java.util.List;

/**
 * A promise that did not hold.
 *
 * @param promise the promise
 * @param seconds when it was broken, in virtual time
 * @param what a description of the violation
 * @param seed the campaign's seed
 * @param index the run's number in the campaign
 * @param trace the last events before the violation, or empty unless the run was traced
 */
public record Violation(Promise promise, double seconds, String what, long seed, long index, List<String> trace) {
    public Violation {
        trace = List.copyOf(trace);
    }

    /** The command that repeats exactly this run. */
    public String replay() {
        return "./redliner chaos --replay " + seed + ":" + index;
    }
}
