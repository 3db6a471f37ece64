package dev.redliner.analyzer.judge;

import dev.redliner.rules.RuleNames;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** A statistic over the values of each peer. */
enum PeerStatistic {
    /** The standard deviation between the peers, with {@code n - 1} degrees of freedom. */
    STDDEV(RuleNames.PEERS_STDDEV_PREFIX),
    /** The highest value. */
    MAX(RuleNames.PEERS_MAX_PREFIX);

    private final String prefix;

    PeerStatistic(String prefix) {
        this.prefix = prefix;
    }

    /** The statistic of a metric by its name; empty if it is none. */
    static Optional<PeerStatistic> of(String name) {
        return Arrays.stream(values())
                .filter(statistic -> name.startsWith(statistic.prefix))
                .findFirst();
    }

    /** The name without the prefix. */
    String plain(String name) {
        return name.substring(prefix.length());
    }

    /** @return empty with too few values */
    OptionalDouble of(double[] values) {
        return switch (this) {
            case STDDEV -> deviation(values);
            case MAX -> Arrays.stream(values).max();
        };
    }

    private static OptionalDouble deviation(double[] values) {
        if (values.length < 2) {
            return OptionalDouble.empty();
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return OptionalDouble.of(Math.sqrt(squares / (values.length - 1)));
    }
}
