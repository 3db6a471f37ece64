package dev.redliner.cli;

import dev.redliner.rules.BucketPercentile;
import dev.redliner.rules.MetricUnit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Formats quantities for people. A missing value is a dash. */
public final class Formats {
    static final String UNKNOWN = "-";

    private Formats() {}

    static String rps(@Nullable Double value) {
        return value == null ? UNKNOWN : plain(value, value >= 100 ? 0 : value >= 10 ? 1 : 2) + " rps";
    }

    static String ms(@Nullable Double value) {
        return value == null ? UNKNOWN : plain(value, value >= 100 ? 0 : 1) + " ms";
    }

    static String percent(@Nullable Double fraction) {
        return fraction == null ? UNKNOWN : plain(fraction * 100, fraction < 0.1 ? 2 : 1) + "%";
    }

    /** A count without decimals, with a comma after the thousands. */
    static String count(double value) {
        return String.format(Locale.ROOT, "%,d", Math.round(value));
    }

    static String duration(Duration duration) {
        long seconds = Math.max(0, Math.round(duration.toMillis() / 1000.0));
        if (seconds < 60) {
            return seconds + "s";
        }
        return seconds < 3600
                ? String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%dh%02dm", seconds / 3600, seconds / 60 % 60);
    }

    /** Formats a rule's value in the unit of its metric. */
    static String measure(String metric, @Nullable Double value) {
        if (value == null) {
            return UNKNOWN;
        }
        if (MetricUnit.isApproximate(metric)) {
            return BucketPercentile.isBeyond(value) ? "above the highest bucket" : "about " + inUnit(metric, value);
        }
        return inUnit(metric, value);
    }

    private static String inUnit(String metric, double value) {
        if (isOf(MetricUnit.DURATION, metric)) {
            return ms(value * 1000);
        }
        if (isOf(MetricUnit.FRACTION, metric)) {
            return percent(value);
        }
        return Double.isFinite(value) ? trimmed(BigDecimal.valueOf(value).round(new MathContext(4))) : UNKNOWN;
    }

    /** Whether the expression is a metric of this unit, or a sum or difference of some. */
    private static boolean isOf(MetricUnit unit, String expression) {
        return Arrays.stream(expression.split(" [-+] "))
                .allMatch(metric -> MetricUnit.of(metric).equals(Optional.of(unit)));
    }

    /** Makes a server's text safe for a terminal: no control characters, one line. */
    public static String safe(@Nullable String text) {
        return text == null ? "" : text.replaceAll("\\p{Cntrl}+", " ").strip();
    }

    private static String plain(double value, int digits) {
        return Double.isFinite(value)
                ? trimmed(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP))
                : UNKNOWN;
    }

    private static String trimmed(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
