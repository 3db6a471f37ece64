package dev.redliner.service;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The result that is expected of a run.
 *
 * @param redline the least redline of one host, requests per second; null: none is expected
 * @param recovered the longest time from the decision to restore until the SUT is back at its normal; null: none is
 *     expected
 * @param latencies the most that latencies may be at some loads, {@value #MOST_LATENCIES} at most
 */
public record Expectation(@Nullable Double redline, @Nullable Duration recovered, List<LatencyExpectation> latencies) {
    public static final int MOST_LATENCIES = 10;

    /** The notation of the least redline, for messages. */
    public static final String REDLINE_FORM = "'>= 700', in requests per second";

    /** The notation of the longest recovery, for messages. */
    public static final String RECOVERED_FORM = "'<= 10s', from 3s to 60s";

    /** Two seconds are judged, after the Envoys confirmed. */
    private static final Duration SHORTEST = Duration.ofSeconds(3);

    private static final Duration LONGEST = Duration.ofSeconds(60);
    static final double MOST_RPS = 1e9;
    private static final Pattern LEAST = Pattern.compile("(?:>=\\s*)?(\\S+)");
    private static final Pattern MOST = Pattern.compile("(?:<=\\s*)?(\\S+)");

    public Expectation {
        // an expectation that was stored before there were latencies lacks them, and JSON then gives null
        latencies = List.copyOf(Objects.requireNonNullElse(latencies, List.of()));
        if (redline == null && recovered == null && latencies.isEmpty()) {
            throw new IllegalArgumentException("an expectation without redline, recovered and latency expects nothing");
        }
        if (latencies.size() > MOST_LATENCIES) {
            throw new IllegalArgumentException(
                    latencies.size() + " expected latencies are more than " + MOST_LATENCIES);
        }
        if (redline != null && !(redline > 0 && redline <= MOST_RPS)) {
            throw new IllegalArgumentException("an expected redline of " + redline + " rps");
        }
        if (recovered != null && (recovered.compareTo(SHORTEST) < 0 || recovered.compareTo(LONGEST) > 0)) {
            throw new IllegalArgumentException("an expected recovery within " + recovered);
        }
    }

    /** An expectation without latencies. */
    public Expectation(@Nullable Double redline, @Nullable Duration recovered) {
        this(redline, recovered, List.of());
    }

    /** Parses a least redline such as {@code >= 700}; empty if it is none. */
    public static Optional<Double> redline(String text) {
        Matcher least = LEAST.matcher(text.strip());
        return least.matches()
                ? Quantities.number(least.group(1)).filter(rps -> rps > 0 && rps <= MOST_RPS)
                : Optional.empty();
    }

    /** Parses a longest recovery such as {@code <= 10s}; empty if it is none. */
    public static Optional<Duration> recovered(String text) {
        Matcher most = MOST.matcher(text.strip());
        return most.matches()
                ? Quantities.duration(most.group(1))
                        .filter(time -> time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0)
                : Optional.empty();
    }

    /** The expected redline as it is written, such as {@code redline >= 700}. */
    public static String redlineInWords(double rps) {
        return rps == Math.rint(rps)
                ? String.format(Locale.ROOT, "redline >= %.0f", rps)
                : String.format(Locale.ROOT, "redline >= %s", rps);
    }

    /** The expected recovery as it is written, such as {@code recovered <= 10s}. */
    public static String recoveredInWords(Duration time) {
        return time.toMillis() % 1000 == 0
                ? "recovered <= " + time.toSeconds() + "s"
                : "recovered <= " + time.toMillis() + "ms";
    }
}
