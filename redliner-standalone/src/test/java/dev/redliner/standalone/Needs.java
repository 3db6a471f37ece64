package dev.redliner.standalone;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A test's needs that the build cannot provide: root, a browser. Without them the test is skipped with a reason; in CI,
 * where nothing may be skipped unnoticed, it fails. The only place that may skip tests, see {@link NeedsTest}.
 */
public final class Needs {
    private static final boolean CI = "true".equals(System.getenv("CI"));

    private Needs() {}

    /**
     * Goes on if the need is met.
     *
     * @param otherwise a sentence: the need that is not met, and how to meet it
     */
    public static void that(boolean met, String otherwise) {
        that(met, otherwise, CI);
    }

    static void that(boolean met, String otherwise, boolean ci) {
        if (!met && ci) {
            throw new AssertionError(otherwise + " No test is skipped while CI=true.");
        }
        assumeTrue(met, otherwise);
    }
}
