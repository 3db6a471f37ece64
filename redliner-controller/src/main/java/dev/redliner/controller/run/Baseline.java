package dev.redliner.controller.run;

import java.util.Map;

/**
 * The SUT before the ramp.
 *
 * @param metrics every metric by the name that rules use
 * @param seen what happened in it
 * @param badFraction fraction of its requests that were bad: what is normal for this host
 */
public record Baseline(Map<String, Double> metrics, TickSum seen, double badFraction) {
    public Baseline {
        metrics = Map.copyOf(metrics);
    }
}
