package dev.redliner.testbench.faults.campaign;

/**
 * A promise that did not hold.
 *
 * @param promise its number in the guarantees
 * @param what a description of the violation
 */
record LiveViolation(String promise, String what) {
    @Override
    public String toString() {
        return promise + ": " + what;
    }
}
