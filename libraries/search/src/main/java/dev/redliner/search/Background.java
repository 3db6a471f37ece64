package dev.redliner.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge from before a search.
 *
 * @param prior the result of an earlier run; null if there is none
 * @param poolRps the pool's load in each of the preceding seconds, oldest first; empty if it was not recorded
 */
public record Background(@Nullable Prior prior, List<Double> poolRps) {
    public static final Background NONE = new Background(null, List.of());

    public Background {
        poolRps = List.copyOf(poolRps);
    }
}
