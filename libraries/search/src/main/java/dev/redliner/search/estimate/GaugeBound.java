package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Gauge;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The load at which a plain value such as the CPU meets its limit: a straight line through the readings (the
 * utilisation law). The estimate is more certain the nearer to the limit the readings are.
 *
 * @param rule the rule's id
 * @param host the host of the value; null if the SUT is one host
 * @param load where the line meets the limit, requests per second
 * @param spread standard deviation of the logarithm of this load
 */
record GaugeBound(String rule, @Nullable String host, double load, double spread) {
    /** Below this part of its limit, a value is too little evidence. */
    private static final double TELLING = 0.25;
    /** The spread of a line whose highest reading is at the limit, and its growth with the distance to the limit. */
    private static final double SPREAD = 0.02;

    private static final double SPREAD_BY_DISTANCE = 0.15;

    static Optional<GaugeBound> of(String key, List<ProbeResult> probes) {
        List<ProbeResult> seen = probes.stream()
                .filter(v -> v.outcome() != Outcome.BAD && v.gauges().containsKey(key))
                .toList();
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        ProbeResult top = seen.stream()
                .max(java.util.Comparator.comparingDouble(ProbeResult::load))
                .orElseThrow();
        Gauge gauge = java.util.Objects.requireNonNull(top.gauges().get(key));
        if (!(gauge.limit() > 0) || gauge.value() < TELLING * gauge.limit()) {
            return Optional.empty();
        }
        double load = top.load() * gauge.limit() / gauge.value();
        double away = Math.abs(Math.log(load / top.load()));
        return Optional.of(new GaugeBound(gauge.rule(), gauge.host(), load, SPREAD + SPREAD_BY_DISTANCE * away));
    }

    /** Probability that the redline of this rule is above a load. */
    double above(double lnLoad) {
        return 1 / (1 + Math.exp(Logistic.exponent(lnLoad - Math.log(load), spread)));
    }
}
