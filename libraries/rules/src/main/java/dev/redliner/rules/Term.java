package dev.redliner.rules;

import dev.redliner.contracts.verdict.Criterion;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of a compiled rule, before its values are available.
 *
 * @param left null if the term is no comparison
 * @param right null if the term is no comparison
 */
record Term(
        Criterion.Kind kind,
        String metric,
        String text,
        @Nullable Side left,
        @Nullable Side right,
        double allowed,
        @Nullable Duration latencyLimit) {

    Comparison with(MetricActivation reading) {
        return new Comparison(kind, metric, text, value(left, reading), value(right, reading), allowed, latencyLimit);
    }

    /**
     * Whether the term fails regardless of further requests: there are more bad requests than are allowed among
     * {@code minSamples} requests.
     *
     * @param minSamples requests that the rule needs
     */
    boolean isBrokenWhateverComes(MetricValues now, long minSamples) {
        if (kind != Criterion.Kind.FRACTION) {
            return false;
        }
        OptionalDouble bad = latencyLimit == null ? now.value(RuleNames.ERRORS) : now.over(latencyLimit);
        return bad.isPresent() && bad.getAsDouble() > allowed * minSamples;
    }

    /** Whether a side is infinite or not a number, which CEL compares nevertheless. */
    boolean isBeyondNumbers(MetricActivation reading) {
        return isBeyondNumbers(left, reading) || isBeyondNumbers(right, reading);
    }

    private static boolean isBeyondNumbers(@Nullable Side side, MetricActivation reading) {
        Double value = side == null ? null : side.number(reading);
        return value != null && !Double.isFinite(value);
    }

    private static @Nullable Double value(@Nullable Side side, MetricActivation reading) {
        Double value = side == null ? null : side.number(reading);
        return value == null || !Double.isFinite(value) ? null : value;
    }
}
