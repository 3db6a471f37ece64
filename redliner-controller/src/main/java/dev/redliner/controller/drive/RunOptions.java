package dev.redliner.controller.drive;

import dev.redliner.controller.search.SearchSettings;
import org.jspecify.annotations.Nullable;

/**
 * How a run differs from what its service says.
 *
 * @param profile what its search is tuned by; null: the service's
 * @param cold whether it must not begin from what an earlier run measured
 */
public record RunOptions(@Nullable String profile, boolean cold) {
    /** As the service says. */
    public static final RunOptions USUAL = new RunOptions(null, false);

    public RunOptions {
        if (profile != null && SearchSettings.profile(profile).isEmpty()) {
            throw new IllegalArgumentException("no profile is called '" + profile + "'");
        }
    }
}
