package dev.redliner.contracts.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A controller's wish that a pool be watched, renewed like a lease so that nobody watches a dead run.
 *
 * @param run the run it is for
 * @param pool the pool, which is also the record's key
 * @param sut the hosts being measured, at least one
 * @param peers the rest of the pool
 * @param rules what to judge, at each tick
 * @param samplingInterval how often collectors of this pool should read, and so how long a tick is
 * @param baseline values of the metrics before the ramp, by name; empty until they are known
 * @param issuedAt by the controller's clock
 * @param validFor from {@code issuedAt}; silence ends the watch
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
        Duration validFor) {
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
    }

    /** When it ends unless renewed. */
    public Instant validUntil() {
        return issuedAt.plus(validFor);
    }
}
