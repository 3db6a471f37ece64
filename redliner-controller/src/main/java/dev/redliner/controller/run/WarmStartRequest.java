package dev.redliner.controller.run;

import dev.redliner.search.SearchSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run begins its search. It is journalled with the first event of the run, so that a replay needs no history.
 *
 * @param profile the name of the profile
 * @param earlier the earlier run for a warm start; null for a cold start
 * @param cold the reason for a cold start, for users; empty for a warm start
 * @param traffic requests of the whole pool in seconds before the run, oldest first, in blocks of a minute without a
 *     gap; empty if the traffic was not kept
 */
public record WarmStartRequest(String profile, @Nullable EarlierRedline earlier, String cold, List<Integer> traffic) {
    public WarmStartRequest {
        traffic = List.copyOf(traffic);
        if (SearchSettings.profile(profile).isEmpty()) {
            throw new IllegalArgumentException("no profile is called '" + profile + "'");
        }
    }

    /** A cold start. */
    public static WarmStartRequest cold(String profile, String why) {
        return new WarmStartRequest(profile, null, why, List.of());
    }

    /** A warm start from the measurement of an earlier run. */
    public static WarmStartRequest from(String profile, EarlierRedline earlier) {
        return new WarmStartRequest(profile, earlier, "", List.of());
    }

    /** This beginning with the earlier traffic of the pool. */
    public WarmStartRequest after(List<Integer> traffic) {
        return new WarmStartRequest(profile, earlier, cold, traffic);
    }
}
