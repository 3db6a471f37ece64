package dev.redliner.contracts.watch;

import java.time.Duration;
import java.util.Objects;

/**
 * An SLO's executable check.
 *
 * @param id unique within its service
 * @param pass the CEL expression that is true while the SLO is met
 * @param window how much of the past the rule covers, above zero
 * @param minSamples with fewer completed requests in the window the rule is UNKNOWN
 * @param failFor how often the rule must fail before it counts
 * @param onFail the consequence
 */
public record RuleSpec(String id, String pass, Duration window, long minSamples, FailFor failFor, OnFail onFail) {
    public RuleSpec {
        if (id.isBlank() || pass.isBlank()) {
            throw new IllegalArgumentException("a rule needs an id and a pass expression");
        }
        if (window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("window " + window + " of rule " + id + " is not above zero");
        }
        if (minSamples < 0) {
            throw new IllegalArgumentException("minSamples " + minSamples + " of rule " + id + " is negative");
        }
        Objects.requireNonNull(failFor, "failFor");
        Objects.requireNonNull(onFail, "onFail");
    }
}
