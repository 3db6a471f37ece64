package dev.redliner.controller.run;

import dev.redliner.controller.search.SearchSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run is to begin its search. It is journalled with the run's first event, so that a replay needs no history.
 *
 * @param profile the name of what it is tuned by
 * @param earlier what to begin from; null: from nothing
 * @param cold why from nothing, in words; empty if there is something to begin from
 * @param traffic requests of the whole pool in seconds before the run, oldest first, in blocks of a minute without a gap;
 *     empty if it was not kept
 */
public record Beginning(String profile, @Nullable Earlier earlier, String cold, List<Integer> traffic) {
    public Beginning {
        traffic = List.copyOf(traffic);
        if (SearchSettings.profile(profile).isEmpty()) {
            throw new IllegalArgumentException("no profile is called '" + profile + "'");
        }
    }

    /** From nothing. */
    public static Beginning cold(String profile, String why) {
        return new Beginning(profile, null, why, List.of());
    }

    /** From what an earlier run measured. */
    public static Beginning from(String profile, Earlier earlier) {
        return new Beginning(profile, earlier, "", List.of());
    }

    /** The same, and what traffic there was before. */
    public Beginning after(List<Integer> traffic) {
        return new Beginning(profile, earlier, cold, traffic);
    }
}
