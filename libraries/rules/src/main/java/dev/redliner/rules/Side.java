package dev.redliner.rules;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One side of a comparison. */
sealed interface Side {
    /** The value of this side as a number, latencies in seconds; null while it is unknown, or if it is not a number. */
    @Nullable
    Double number(MetricActivation reading);

    /** A side with a fixed value. */
    record Constant(double value) implements Side {
        @Override
        public Double number(MetricActivation reading) {
            return value;
        }
    }

    /** A side that is a single metric. */
    record Metric(String name) implements Side {
        @Override
        public @Nullable Double number(MetricActivation reading) {
            return reading.number(name);
        }
    }

    /** Any other expression. */
    record Computed(Program program) implements Side {
        @Override
        public @Nullable Double number(MetricActivation reading) {
            try {
                return asNumber(program.eval(reading.variables()));
            } catch (CelEvaluationException e) {
                return null; // the judgement of the whole rule gives the reason for UNKNOWN
            }
        }
    }

    /** A CEL value as a number, latencies in seconds; null if it is not a number. */
    static @Nullable Double asNumber(Object value) {
        if (value instanceof Duration duration) {
            return duration.toNanos() / 1e9;
        }
        return value instanceof Number number ? number.doubleValue() : null;
    }
}
