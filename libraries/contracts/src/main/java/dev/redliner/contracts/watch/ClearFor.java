package dev.redliner.contracts.watch;

/**
 * A failing rule counts as passing again when {@code passed} of its last {@code of} evaluations passed.
 *
 * @param passed at least 1
 * @param of at least {@code passed}, at most 1000
 */
public record ClearFor(int passed, int of) {
    public ClearFor {
        if (passed < 1 || of < passed || of > 1000) {
            throw new IllegalArgumentException("clearFor " + passed + " of " + of);
        }
    }

    /**
     * The number of passed evaluations with which fewer than {@link FailFor#failed} of the last {@link FailFor#of}
     * failed: 2 of 3 for a rule that fails after 2 of 3, 2 of 5 for one that fails after 4 of 5.
     */
    public static ClearFor after(FailFor failFor) {
        return new ClearFor(failFor.of() - failFor.failed() + 1, failFor.of());
    }
}
