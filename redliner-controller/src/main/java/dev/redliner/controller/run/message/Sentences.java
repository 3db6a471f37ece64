package dev.redliner.controller.run.message;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parts of the messages of runs. The set of messages is closed: all are created by {@link RefusalMessages},
 * {@link HoldMessages}, {@link EndMessages} and {@link ProgressMessages}. Each is one or more whole sentences, which
 * begin with a capital letter and end with a full stop. Command line, page, API, log and audit show them unchanged.
 * {@code RunMessagesTest} calls every method.
 */
final class Sentences {
    static final String END = ".";

    private Sentences() {}

    static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    static String listed(Collection<String> items) {
        return String.join(", ", items);
    }

    static String detailed(String sentence, @Nullable String detail) {
        return detail == null || detail.isBlank() ? sentence + END : stopped(sentence + ": " + detail);
    }

    /** Text from other sources may already end with a full stop. */
    private static String stopped(String text) {
        String bare = text.stripTrailing();
        char last = bare.charAt(bare.length() - 1);
        return last == '.' || last == '?' || last == '!' ? bare : bare + END;
    }

    /** A fraction in percent: with two decimals below 10%, with one from there on, and without zeros at the end. */
    static String percent(@Nullable Double fraction) {
        if (fraction == null) {
            return "nothing";
        }
        if (!Double.isFinite(fraction)) {
            return "an unknown part";
        }
        int decimals = Math.abs(fraction) < 0.1 ? 2 : 1;
        return trimmed(BigDecimal.valueOf(fraction * 100).setScale(decimals, RoundingMode.HALF_UP)) + "%";
    }

    /** A rate of requests with two digits. */
    static String rate(double rps) {
        return trimmed(BigDecimal.valueOf(rps).round(new MathContext(2)));
    }

    /** A number with four digits, without zeros at the end. */
    static String number(double value) {
        return Double.isFinite(value)
                ? trimmed(BigDecimal.valueOf(value).round(new MathContext(4)))
                : String.valueOf(value);
    }

    private static String trimmed(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
