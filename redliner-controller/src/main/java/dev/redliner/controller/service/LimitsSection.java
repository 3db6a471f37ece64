package dev.redliner.controller.service;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads {@code limits:} and {@code sampling:}; what is not there has its default. */
final class LimitsSection {
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
        Limits plain = Limits.DEFAULT;
        // One at a time, so that each is reported at its own place.
        at(map, "maxDuration")
                .built(
                        () -> new Limits(maxDuration, plain.harmBudget(), plain.unknownFor(), plain.settledFor()),
                        "at least 30s");
        at(map, "harmBudget")
                .built(
                        () -> new Limits(plain.maxDuration(), harmBudget, plain.unknownFor(), plain.settledFor()),
                        "such as 0.5%");
        at(map, "unknownFor")
                .built(
                        () -> new Limits(plain.maxDuration(), plain.harmBudget(), unknownFor, plain.settledFor()),
                        "1s to 2m");
        at(map, "peersMayGrow")
                .built(
                        () -> new Limits(
                                plain.maxDuration(),
                                plain.harmBudget(),
                                plain.unknownFor(),
                                plain.settledFor(),
                                peersMayGrow,
                                false),
                        "such as 60%");
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
        Optional<Sampling> one = at(map, "interval").built(() -> new Sampling(interval, interval), "100ms to 10s");
        return one.flatMap(
                it -> at(map, "nearRedline").built(() -> new Sampling(interval, near), "100ms up to the interval"));
    }

    private static Duration duration(YamlMap map, String key, Duration otherwise) {
        return map.value(key).flatMap(YamlValue::duration).orElse(otherwise);
    }

    private static YamlValue at(YamlMap map, String key) {
        return map.value(key).orElse(map.self());
    }

    /** What its parts could not build was reported at the parts. */
    private static <T> Optional<T> whole(YamlMap map, Supplier<T> builder) {
        return map.self().findings().none() ? Optional.of(builder.get()) : Optional.empty();
    }
}
