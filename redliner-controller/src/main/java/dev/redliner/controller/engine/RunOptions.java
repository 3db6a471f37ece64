package dev.redliner.controller.engine;

import dev.redliner.search.SearchSettings;
import dev.redliner.service.Expectation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a single run that override those of its service.
 *
 * @param profile the search profile; null: the profile of the service
 * @param cold whether the run must not begin from the result of an earlier run
 * @param expect the result that is expected; null: that of the service
 * @param targetRps load in requests per second to plan hosts for; null: that of the service
 * @param dryRun whether the run only checks at the baseline whether it could begin
 */
public record RunOptions(
        @Nullable String profile,
        boolean cold,
        @Nullable Expectation expect,
        @Nullable Double targetRps,
        boolean dryRun) {
    private static final double LEAST_TARGET = 0.001;
    private static final double MOST_TARGET = 1e9;

    /** The settings of the service. */
    public static final RunOptions USUAL = new RunOptions(null, false);

    /** A dry run of what the settings of the service would do. */
    public static final RunOptions DRY = new RunOptions(null, false, null, null, true);

    /** Settings without an expectation. */
    public RunOptions(@Nullable String profile, boolean cold) {
        this(profile, cold, null, null);
    }

    /** Settings of a run that measures. */
    public RunOptions(
            @Nullable String profile, boolean cold, @Nullable Expectation expect, @Nullable Double targetRps) {
        this(profile, cold, expect, targetRps, false);
    }

    public RunOptions {
        problem(profile, targetRps).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    /** The message for an unusable profile or target; empty if both are valid. */
    public static Optional<String> problem(@Nullable String profile, @Nullable Double targetRps) {
        if (profile != null && SearchSettings.profile(profile).isEmpty()) {
            return Optional.of("No profile is called '" + profile + "'. There are "
                    + String.join(", ", SearchSettings.PROFILES) + ".");
        }
        if (targetRps != null && !(targetRps >= LEAST_TARGET && targetRps <= MOST_TARGET)) {
            return Optional.of("Hosts cannot be planned for " + targetRps
                    + " requests per second. A target is from 0.001 to 1000000000, such as 5000.");
        }
        return Optional.empty();
    }
}
