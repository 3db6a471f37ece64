package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Gauge;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The load at which a rule without counts meets its limit. For a plain value such as the CPU, it follows from a straight
 * line through the readings (the utilisation law), and is more certain the nearer to the limit the readings are.
 *
 * @param rule the rule's id
 * @param host the host of the value; null if the SUT is one host
 * @param load where the rule meets its limit, requests per second
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

    /**
     * The bound of a rule without counts and plain values, such as one that compares two metrics: it lies between the highest
     * load at which the rule held, and the lowest at which it failed. Empty if the rule did not fail. It held at the
     * baseline, and at a load whose probe ended with the whole window of the rule at that load.
     */
    static Optional<GaugeBound> ofVerdicts(String rule, List<ProbeResult> probes) {
        OptionalDouble broken = probes.stream()
                .filter(v -> v.outcome() == Outcome.BAD && v.breachedRule().equals(rule))
                // a probe that ended with its first tick had too few requests for a load of its own
                .mapToDouble(ProbeResult::asked)
                .min();
        if (broken.isEmpty()) {
            return Optional.empty();
        }
        double[] held = probes.stream()
                .filter(v -> v.stage() == Stage.BASELINE || (v.outcome() != Outcome.BAD && v.held(rule)))
                .mapToDouble(ProbeResult::load)
                .filter(load -> load > 0)
                .sorted()
                .toArray();
        double high = Math.max(broken.getAsDouble(), held.length == 0 ? 0 : held[held.length - 1]);
        double low = Arrays.stream(held)
                .filter(load -> load < broken.getAsDouble())
                .max()
                .orElse(broken.getAsDouble());
        double spread = Math.max(SPREAD, Math.log(high / low) / 2);
        return Optional.of(new GaugeBound(rule, null, Math.sqrt(low * high), spread));
    }

    /** Probability that the redline of this rule is above a load. */
    double above(double lnLoad) {
        return 1 / (1 + Math.exp(Logistic.exponent(lnLoad - Math.log(load), spread)));
    }
}
