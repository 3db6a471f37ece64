package dev.redliner.service;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The most that a percentile of the latency is expected to be at a load, such as {@code p99 at 600 <= 150ms}.
 *
 * @param percentile its name: p50, p90, p95, p99 or p999
 * @param rps the load of one host, requests per second
 * @param most the longest latency
 */
public record LatencyExpectation(String percentile, double rps, Duration most) {
    /** The notation, for messages. */
    public static final String FORM = "'p99 at 600 <= 150ms', of p50, p90, p95, p99 or p999";

    /** The fraction of the requests that may be slower. */
    private static final Map<String, Double> SLOWER =
            Map.of("p50", 0.5, "p90", 0.1, "p95", 0.05, "p99", 0.01, "p999", 0.001);

    private static final Pattern TEXT = Pattern.compile("(p\\d+)\\s+at\\s+(\\S+?)(?:\\s*rps)?\\s*<=\\s*(\\S+)");

    public LatencyExpectation {
        if (!SLOWER.containsKey(percentile) || !(rps > 0 && rps <= Expectation.MOST_RPS)) {
            throw new IllegalArgumentException("an expected latency " + percentile + " at " + rps + " rps");
        }
        if (most.isZero() || most.isNegative()) {
            throw new IllegalArgumentException("an expected latency of " + most);
        }
    }

    /** Parses an expected latency; empty if it is none. */
    public static Optional<LatencyExpectation> parse(String text) {
        Matcher form = TEXT.matcher(text.strip());
        if (!form.matches() || !SLOWER.containsKey(form.group(1))) {
            return Optional.empty();
        }
        Optional<Double> load = Quantities.number(form.group(2)).filter(rps -> rps > 0 && rps <= Expectation.MOST_RPS);
        Optional<Duration> limit = Quantities.duration(form.group(3)).filter(time -> !time.isZero());
        return load.flatMap(rps -> limit.map(most -> new LatencyExpectation(form.group(1), rps, most)));
    }

    /** The fraction of the requests that may take longer than {@link #most}. */
    public double slower() {
        return Objects.requireNonNull(SLOWER.get(percentile));
    }

    /** The expectation as it is written, such as {@code p99 at 600 <= 150ms}. */
    public String inWords() {
        return percentile + " at " + plain(rps) + " <= " + plain(most.toNanos() / 1e6) + "ms";
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
