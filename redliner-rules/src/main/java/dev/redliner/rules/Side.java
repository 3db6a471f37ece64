package dev.redliner.rules;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One side of a comparison. */
sealed interface Side {
    /** Its value as a number, latencies in seconds; null while it is not known, or if it is no number. */
    @Nullable
    Double number(Reading reading);

    /** The same at any time. */
    record Constant(double value) implements Side {
        @Override
        public Double number(Reading reading) {
            return value;
        }
    }

    /** A metric alone. */
    record Metric(String name) implements Side {
        @Override
        public @Nullable Double number(Reading reading) {
            return reading.number(name);
        }
    }

    /** Anything else. */
    record Computed(Program program) implements Side {
        @Override
        public @Nullable Double number(Reading reading) {
            try {
                return asNumber(program.eval(reading.variables()));
            } catch (CelEvaluationException e) {
                return null; // the rule as a whole says why it is UNKNOWN
            }
        }
    }

    /** A value of CEL as a number, latencies in seconds; null if it is none. */
    static @Nullable Double asNumber(Object value) {
        if (value instanceof Duration duration) {
            return duration.toNanos() / 1e9;
        }
        return value instanceof Number number ? number.doubleValue() : null;
    }
}
