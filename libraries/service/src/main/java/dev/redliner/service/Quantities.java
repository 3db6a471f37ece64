package dev.redliner.service;

import dev.redliner.contracts.watch.ClearFor;
import dev.redliner.contracts.watch.FailFor;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the notations of quantities. A text in no valid notation results in empty. */
final class Quantities {
    private static final String NUMBER = "[0-9]{1,12}(?:\\.[0-9]{1,9})?";
    private static final Pattern DURATION = Pattern.compile(
            "(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m(?!s))?(?:([0-9]{1,6}(?:\\.[0-9]{1,3})?)s)?(?:([0-9]{1,9})ms)?");
    private static final Pattern RATIO = Pattern.compile("(" + NUMBER + ")\\s*/\\s*(" + NUMBER + ")");
    private static final Pattern PERCENT = Pattern.compile("(" + NUMBER + ")\\s*%");
    private static final Pattern OF = Pattern.compile("([0-9]{1,4})\\s+of\\s+([0-9]{1,4})");

    private Quantities() {}

    static Optional<Duration> duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            return Optional.empty();
        }
        long millis = Math.round(amount(parts.group(1)) * 3_600_000
                + amount(parts.group(2)) * 60_000
                + amount(parts.group(3)) * 1_000
                + amount(parts.group(4)));
        return Optional.of(Duration.ofMillis(millis));
    }

    static Optional<Double> fraction(String text) {
        Matcher ratio = RATIO.matcher(text);
        if (ratio.matches()) {
            double whole = amount(ratio.group(2));
            return whole == 0 ? Optional.empty() : Optional.of(amount(ratio.group(1)) / whole);
        }
        Matcher percent = PERCENT.matcher(text);
        return percent.matches() ? Optional.of(amount(percent.group(1)) / 100) : number(text);
    }

    static Optional<Double> number(String text) {
        return text.matches(NUMBER) ? Optional.of(Double.parseDouble(text)) : Optional.empty();
    }

    static Optional<Long> count(String text) {
        return text.matches("[0-9]{1,12}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    /** Parses a text such as {@code 2 of 3}. */
    static Optional<FailFor> failFor(String text) {
        return of(text, FailFor::new);
    }

    /** Parses a text such as {@code 3 of 3}. */
    static Optional<ClearFor> clearFor(String text) {
        return of(text, ClearFor::new);
    }

    private static <T> Optional<T> of(String text, BiFunction<Integer, Integer, T> create) {
        Matcher of = OF.matcher(text);
        if (!of.matches()) {
            return Optional.empty();
        }
        int some = Integer.parseInt(of.group(1));
        int all = Integer.parseInt(of.group(2));
        return some >= 1 && some <= all && all <= 1000 ? Optional.of(create.apply(some, all)) : Optional.empty();
    }

    static Optional<URI> httpUri(String text) {
        try {
            URI uri = URI.create(text);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return http && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static double amount(@Nullable String digits) {
        return digits == null ? 0 : Double.parseDouble(digits);
    }
}
