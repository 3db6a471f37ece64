package dev.redliner.testbench.chaos;

/** The process died in the middle of a call. This is an error, so that no handler of exceptions continues. */
final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed(String machine) {
        super(machine, null, false, false);
    }
}
