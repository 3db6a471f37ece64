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
 * @param clearFor how often a failing rule must pass before it no longer counts; {@link ClearFor#after} if it is null
 * @param onFail the consequence
 */
public record RuleSpec(
        String id, String pass, Duration window, long minSamples, FailFor failFor, ClearFor clearFor, OnFail onFail) {
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
        // a rule that was stored before clearFor existed lacks it, and JSON then gives null
        clearFor = Objects.requireNonNullElseGet(clearFor, () -> ClearFor.after(failFor));
        Objects.requireNonNull(onFail, "onFail");
    }

    /** A rule that no longer counts as soon as it no longer fails often enough. */
    public RuleSpec(String id, String pass, Duration window, long minSamples, FailFor failFor, OnFail onFail) {
        this(id, pass, window, minSamples, failFor, ClearFor.after(failFor), onFail);
    }

    /** This rule with another window. */
    public RuleSpec over(Duration other) {
        return new RuleSpec(id, pass, other, minSamples, failFor, clearFor, onFail);
    }

    /** This rule with another number of requests that it needs, and another consequence. */
    public RuleSpec with(long needed, OnFail consequence) {
        return new RuleSpec(id, pass, window, needed, failFor, clearFor, consequence);
    }
}
