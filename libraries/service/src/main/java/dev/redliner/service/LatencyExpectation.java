package dev.redliner.service;

import dev.redliner.rules.LatencyStatistic;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The highest expected percentile of the latency at a load, such as {@code p99 at 600 <= 150ms}.
 *
 * @param percentile a statistic with a fraction
 * @param rps the load of one host, requests per second
 * @param most the longest latency
 */
public record LatencyExpectation(LatencyStatistic percentile, double rps, Duration most) {
    /** The notation, for messages. */
    public static final String FORM = "'p99 at 600 <= 150ms', of p50, p90, p95, p99 or p999";

    private static final Pattern TEXT = Pattern.compile("(p\\d+)\\s+at\\s+(\\S+?)(?:\\s*rps)?\\s*<=\\s*(\\S+)");

    public LatencyExpectation {
        if (percentile.fraction().isEmpty() || !(rps > 0 && rps <= Expectation.MOST_RPS)) {
            throw new IllegalArgumentException("an expected latency " + percentile + " at " + rps + " rps");
        }
        if (most.isZero() || most.isNegative()) {
            throw new IllegalArgumentException("an expected latency of " + most);
        }
    }

    /** Parses an expected latency; empty if it is none. */
    public static Optional<LatencyExpectation> parse(String text) {
        Matcher form = TEXT.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        Optional<LatencyStatistic> percentile = Arrays.stream(LatencyStatistic.values())
                .filter(statistic -> name(statistic).equals(form.group(1)))
                .findFirst();
        Optional<Double> load = Quantities.number(form.group(2)).filter(rps -> rps > 0 && rps <= Expectation.MOST_RPS);
        Optional<Duration> limit = Quantities.duration(form.group(3)).filter(time -> !time.isZero());
        return percentile.flatMap(
                statistic -> load.flatMap(rps -> limit.map(most -> new LatencyExpectation(statistic, rps, most))));
    }

    /** The name of the percentile, such as {@code p99}. */
    public String name() {
        return name(percentile);
    }

    private static String name(LatencyStatistic statistic) {
        return statistic.metric().substring(statistic.metric().indexOf('.') + 1);
    }

    /** The fraction of the requests that may take longer than {@link #most}. */
    public double slower() {
        return BigDecimal.ONE
                .subtract(BigDecimal.valueOf(percentile.fraction().orElseThrow()))
                .doubleValue();
    }

    /** The expectation as it is written, such as {@code p99 at 600 <= 150ms}. */
    public String inWords() {
        return name() + " at " + plain(rps) + " <= " + plain(most.toNanos() / 1e6) + "ms";
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
