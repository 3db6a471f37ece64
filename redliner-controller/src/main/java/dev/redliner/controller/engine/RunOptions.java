package dev.redliner.controller.engine;

import dev.redliner.search.SearchSettings;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a single run that override those of its service.
 *
 * @param profile the search profile; null: the profile of the service
 * @param cold whether the run must not begin from the result of an earlier run
 */
public record RunOptions(@Nullable String profile, boolean cold) {
    /** The settings of the service. */
    public static final RunOptions USUAL = new RunOptions(null, false);

    public RunOptions {
        if (profile != null && SearchSettings.profile(profile).isEmpty()) {
            throw new IllegalArgumentException("no profile is called '" + profile + "'");
        }
    }
}
