package dev.redliner.rules;

import dev.redliner.contracts.verdict.Criterion;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of a compiled rule, before values are known.
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

    Comparison with(Reading reading) {
        return new Comparison(kind, metric, text, value(left, reading), value(right, reading), allowed, latencyLimit);
    }

    /** Whether a side came out as infinity or not a number, which CEL compares all the same. */
    boolean isBeyondNumbers(Reading reading) {
        return isBeyondNumbers(left, reading) || isBeyondNumbers(right, reading);
    }

    private static boolean isBeyondNumbers(@Nullable Side side, Reading reading) {
        Double value = side == null ? null : side.number(reading);
        return value != null && !Double.isFinite(value);
    }

    private static @Nullable Double value(@Nullable Side side, Reading reading) {
        Double value = side == null ? null : side.number(reading);
        return value == null || !Double.isFinite(value) ? null : value;
    }
}
