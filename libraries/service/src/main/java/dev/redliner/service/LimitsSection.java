package dev.redliner.service;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads the sections {@code limits:} and {@code sampling:}. Missing values get their default. */
final class LimitsSection {
    private static final Duration SHORTEST_RUN = Duration.ofSeconds(30);
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);
    private static final Duration MOST_PATIENCE = Duration.ofMinutes(2);
    private static final double MOST_GROWTH = 10;
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(1);

    private LimitsSection() {}

    static Limits limits(Optional<YamlValue> value) {
        return value.flatMap(it -> it.map(
                        Set.of(
                                "maxDuration",
                                "harmBudget",
                                "unknownFor",
                                "settledFor",
                                "peersMayGrow",
                                "restartsUnseen"),
                        "such as {maxDuration: 15m}"))
                .flatMap(LimitsSection::limits)
                .orElse(Limits.DEFAULT);
    }

    private static Optional<Limits> limits(YamlMap map) {
        Duration maxDuration = duration(map, "maxDuration", Limits.DEFAULT.maxDuration());
        double harmBudget = map.value("harmBudget").flatMap(YamlValue::fraction).orElse(Limits.DEFAULT.harmBudget());
        Duration unknownFor = duration(map, "unknownFor", Limits.DEFAULT.unknownFor());
        Duration settledFor = duration(map, "settledFor", Limits.DEFAULT.settledFor());
        Double peersMayGrow =
                map.value("peersMayGrow").flatMap(YamlValue::fraction).orElse(null);
        boolean restartsUnseen = map.value("restartsUnseen")
                .flatMap(it -> it.oneOf(Map.of("accept", true, "refuse", false)))
                .orElse(false);
        boolean patient = within(unknownFor, LEAST_PATIENCE, MOST_PATIENCE);
        require(
                map,
                "maxDuration",
                maxDuration.compareTo(SHORTEST_RUN) >= 0,
                maxDuration,
                "below 30 s",
                "at least 30s");
        require(
                map,
                "harmBudget",
                harmBudget > 0 && harmBudget <= 1,
                harmBudget,
                "not above 0 and up to 1",
                "such as 0.5%");
        require(map, "unknownFor", patient, unknownFor, "not within 1 s to 2 min", "1s to 2m");
        if (peersMayGrow != null) {
            boolean grows = peersMayGrow > 0 && peersMayGrow <= MOST_GROWTH;
            require(map, "peersMayGrow", grows, peersMayGrow, "not above 0 and up to 10", "such as 60%");
        }
        return whole(
                map, () -> new Limits(maxDuration, harmBudget, unknownFor, settledFor, peersMayGrow, restartsUnseen));
    }

    static Sampling sampling(Optional<YamlValue> value) {
        return value.flatMap(it -> it.map(Set.of("interval", "nearRedline"), "such as {interval: 1s}"))
                .flatMap(LimitsSection::sampling)
                .orElse(Sampling.DEFAULT);
    }

    private static Optional<Sampling> sampling(YamlMap map) {
        Duration interval = duration(map, "interval", Sampling.DEFAULT.interval());
        Duration near = duration(map, "nearRedline", Sampling.DEFAULT.nearRedline());
        boolean usual = within(interval, SHORTEST_INTERVAL, LONGEST_INTERVAL);
        require(map, "interval", usual, interval, "not within 100 ms to 1 s", "100ms to 1s");
        String otherwise = near.compareTo(interval) > 0 ? "above interval " + interval : "not within 100 ms to 1 s";
        boolean often = !usual || within(near, SHORTEST_INTERVAL, interval);
        require(map, "nearRedline", often, near, otherwise, "100ms up to the interval");
        return usual && often ? Optional.of(new Sampling(interval, near)) : Optional.empty();
    }

    private static boolean within(Duration value, Duration least, Duration most) {
        return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    }

    private static void require(YamlMap map, String key, boolean holds, Object value, String otherwise, String hint) {
        if (!holds) {
            map.value(key).orElse(map.self()).problem(key + " " + value + " is " + otherwise, hint);
        }
    }

    private static Duration duration(YamlMap map, String key, Duration otherwise) {
        return map.value(key).flatMap(YamlValue::duration).orElse(otherwise);
    }

    /** Builds the value unless there are problems, which were already reported at the parts. */
    private static <T> Optional<T> whole(YamlMap map, Supplier<T> builder) {
        return map.self().findings().none() ? Optional.of(builder.get()) : Optional.empty();
    }
}
