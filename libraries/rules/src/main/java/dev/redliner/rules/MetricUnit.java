package dev.redliner.rules;

import java.util.Optional;

/** The unit of a metric, and thus of its limits. */
public enum MetricUnit {
    /** A latency. */
    DURATION,
    /** A fraction that never exceeds 1. */
    FRACTION,
    /** A number or a rate that is no fraction. */
    COUNT,
    /** A number in a unit that only the service knows. */
    OWN;

    /** The unit of a metric by the name that rules use; empty if there is no metric of this name. */
    public static Optional<MetricUnit> of(String metric) {
        return Vocabulary.typeOf(metric).map(type -> switch (type) {
            case LATENCY -> DURATION;
            case NUMBER -> ofNumber(metric);
        });
    }

    private static MetricUnit ofNumber(String metric) {
        if (Vocabulary.isFraction(metric)) {
            return FRACTION;
        }
        return Vocabulary.isOpen(metric) ? OWN : COUNT;
    }

    /** Whether a metric is computed from buckets, and exact to the width of a bucket only. */
    public static boolean isApproximate(String metric) {
        return BucketPercentile.of(Vocabulary.plain(metric)).isPresent();
    }

    /** Whether a name has no prefix, and is that of a metric that hosts or Envoys report. */
    public static boolean isReported(String metric) {
        return Vocabulary.isReported(metric);
    }

    /** The message for a name that no metric has, with the name that was probably meant. */
    public static String unknown(String metric) {
        return Vocabulary.unknown(metric);
    }
}
