package dev.redliner.controller.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known before a search begins.
 *
 * @param prior what an earlier run found; null if there was none
 * @param poolRps the pool's load in each of the seconds before, oldest first; empty if nobody kept it
 */
public record Background(@Nullable Prior prior, List<Double> poolRps) {
    public static final Background NONE = new Background(null, List.of());

    public Background {
        poolRps = List.copyOf(poolRps);
    }
}
