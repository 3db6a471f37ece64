package dev.redliner.contracts.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A controller's wish that a pool be watched. A watch is renewed like a lease, so that the watch of a dead run ends.
 *
 * @param run the run that the watch is for
 * @param pool the pool, which is also the record's key
 * @param sut the hosts being measured, at least one
 * @param peers the rest of the pool
 * @param rules the rules to judge at each tick
 * @param samplingInterval interval at which collectors of this pool should read, and therefore the length of a tick
 * @param baseline values of the metrics before the ramp, by name; empty until they are measured
 * @param issuedAt by the controller's clock
 * @param validFor validity from {@code issuedAt}; without renewal the watch ends
 * @param signals metrics whose values over each tick are wanted, by the names that rules use without prefix; none of an
 *     older sender
 */
public record Watch(
        String run,
        String pool,
        List<String> sut,
        List<String> peers,
        List<RuleSpec> rules,
        Duration samplingInterval,
        Map<String, Double> baseline,
        Instant issuedAt,
        Duration validFor,
        List<String> signals) {

    /** A watch without signals. */
    public Watch(
            String run,
            String pool,
            List<String> sut,
            List<String> peers,
            List<RuleSpec> rules,
            Duration samplingInterval,
            Map<String, Double> baseline,
            Instant issuedAt,
            Duration validFor) {
        this(run, pool, sut, peers, rules, samplingInterval, baseline, issuedAt, validFor, List.of());
    }

    public Watch {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(pool, "pool");
        sut = List.copyOf(sut);
        peers = List.copyOf(peers);
        rules = List.copyOf(rules);
        baseline = Map.copyOf(baseline);
        if (sut.isEmpty()) {
            throw new IllegalArgumentException("a watch needs a SUT");
        }
        if (samplingInterval.isNegative() || samplingInterval.isZero()) {
            throw new IllegalArgumentException("samplingInterval " + samplingInterval + " is not above zero");
        }
        Objects.requireNonNull(issuedAt, "issuedAt");
        Objects.requireNonNull(validFor, "validFor");
        // messages of an older sender lack the signals, and JSON then gives null
        signals = List.copyOf(Objects.requireNonNullElse(signals, List.of()));
    }

    /** End of the watch, unless it is renewed. */
    public Instant validUntil() {
        return issuedAt.plus(validFor);
    }
}
