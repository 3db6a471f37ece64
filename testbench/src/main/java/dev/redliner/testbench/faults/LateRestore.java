package dev.redliner.testbench.faults;

/** The traffic was not back at its baseline within its bound. */
public final class LateRestore extends IllegalStateException {
    private static final long serialVersionUID = 1;

    LateRestore(String message) {
        super(message);
    }
}
