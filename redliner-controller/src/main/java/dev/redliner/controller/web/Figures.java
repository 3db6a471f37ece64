package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.rules.MetricUnit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them. A number that is not known is a dash. */
final class Figures {
    static final String NONE = "–";

    private Figures() {}

    /** Requests per second, without decimals from 100 on, and with two where they matter below 10. */
    static String rps(@Nullable Double rate) {
        if (rate == null) {
            return NONE;
        }
        if (rate >= 99.95) {
            return String.format(Locale.ROOT, "%,d", Math.round(rate));
        }
        return rate >= 10
                ? tenths(rate)
                : String.format(Locale.ROOT, "%.2f", rate).replaceFirst("0$", "");
    }

    /** A mean number of requests, without decimals from 100 on. */
    static String mean(double number) {
        return number >= 99.95 ? rps(number) : tenths(number);
    }

    /** The estimate of a redline, with "at least" in front of a lower bound. */
    static String redline(RedlineReport redline) {
        return (redline.atLeast() ? "at least " : "") + rps(redline.rps());
    }

    /** The 95% interval of a redline. */
    static String interval(RedlineReport redline) {
        return redline.high() == null
                ? "from " + rps(redline.low()) + " on"
                : rps(redline.low()) + " to " + rps(redline.high());
    }

    /** A part of requests or of traffic in percent: two decimals below 10%, otherwise one, without zeros at the end. */
    static String part(@Nullable Double fraction) {
        if (fraction == null || !Double.isFinite(fraction)) {
            return NONE;
        }
        BigDecimal percent = BigDecimal.valueOf(fraction * 100).setScale(fraction < 0.1 ? 2 : 1, RoundingMode.HALF_UP);
        return (percent.signum() == 0 ? "0" : percent.stripTrailingZeros().toPlainString()) + "%";
    }

    /** A change or a margin in percent, always with one decimal. */
    static String percent(@Nullable Double fraction) {
        return fraction == null ? NONE : tenths(fraction * 100) + "%";
    }

    /** A count without decimals. */
    static String count(double number) {
        return String.format(Locale.ROOT, "%,d", Math.round(number));
    }

    /** Milliseconds with three digits. */
    static String millis(@Nullable Double millis) {
        if (millis == null) {
            return NONE;
        }
        return (millis >= 100 ? String.valueOf(Math.round(millis)) : tenths(millis)) + " ms";
    }

    /** The value of a signal: a fraction of a resource as percent, other values with four digits. */
    static String signal(String name, @Nullable Double value) {
        if (value == null) {
            return NONE;
        }
        if (MetricUnit.of(name).equals(Optional.of(MetricUnit.FRACTION))) {
            return part(value);
        }
        double size = Math.abs(value);
        if (size >= 1e9) {
            return digits(value / 1e9) + " G";
        }
        return size >= 1e6 ? digits(value / 1e6) + " M" : digits(value);
    }

    private static String digits(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(4));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** Time since an instant in one unit. */
    static String age(Instant since, Instant now) {
        long seconds = Math.max(0, Duration.between(since, now).toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min";
        }
        return seconds < 48 * 3_600 ? seconds / 3_600 + " h" : seconds / 86_400 + " d";
    }

    /** The length of a time in minutes and seconds. */
    static String length(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }

    /** An instant for the attribute {@code datetime}; the page shows it in the reader's time zone. */
    static String iso(Instant instant) {
        return Instant.ofEpochSecond(instant.getEpochSecond()).toString();
    }

    private static String tenths(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
