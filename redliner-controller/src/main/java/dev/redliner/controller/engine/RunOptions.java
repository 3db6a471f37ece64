package dev.redliner.controller.engine;

import dev.redliner.search.SearchSettings;
import dev.redliner.service.Expectation;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a single run that override those of its service.
 *
 * @param profile the search profile; null: the profile of the service
 * @param cold whether the run must not begin from the result of an earlier run
 * @param expect the result that is expected; null: that of the service
 * @param targetRps load in requests per second to plan hosts for; null: that of the service
 */
public record RunOptions(
        @Nullable String profile, boolean cold, @Nullable Expectation expect, @Nullable Double targetRps) {
    /** The settings of the service. */
    public static final RunOptions USUAL = new RunOptions(null, false);

    /** Settings without an expectation. */
    public RunOptions(@Nullable String profile, boolean cold) {
        this(profile, cold, null, null);
    }

    /** Whether hosts can be planned for a load: 0.001 to 1,000,000,000 requests per second. */
    public static boolean isTarget(double rps) {
        return rps >= 0.001 && rps <= 1e9;
    }

    public RunOptions {
        if (profile != null && SearchSettings.profile(profile).isEmpty()) {
            throw new IllegalArgumentException("no profile is called '" + profile + "'");
        }
        if (targetRps != null && !isTarget(targetRps)) {
            throw new IllegalArgumentException("targetRps " + targetRps + " is not within 0.001 to 1000000000");
        }
    }
}
