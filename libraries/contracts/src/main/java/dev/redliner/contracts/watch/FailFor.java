package dev.redliner.contracts.watch;

/**
 * A rule counts as failing when {@code failed} of its last {@code of} evaluations failed.
 *
 * @param failed at least 1
 * @param of at least {@code failed}
 */
public record FailFor(int failed, int of) {
    public static final FailFor ONCE = new FailFor(1, 1);

    public FailFor {
        if (failed < 1 || of < failed || of > 1000) {
            throw new IllegalArgumentException("failFor " + failed + " of " + of);
        }
    }
}
