package dev.redliner.service;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code expect:}. */
final class ExpectSection {
    private ExpectSection() {}

    static @Nullable Expectation read(Optional<YamlValue> value) {
        return value.flatMap(it -> it.map(Set.of("redline", "recovered"), "such as {redline: \">= 700\"}"))
                .flatMap(ExpectSection::read)
                .orElse(null);
    }

    private static Optional<Expectation> read(YamlMap map) {
        Optional<Double> redline = map.value("redline")
                .flatMap(it ->
                        it.parsed(Expectation::redline, "a least redline", "such as " + Expectation.REDLINE_FORM));
        Optional<Duration> recovered = map.value("recovered")
                .flatMap(it -> it.parsed(
                        Expectation::recovered, "a longest recovery", "such as " + Expectation.RECOVERED_FORM));
        if (!map.self().findings().none()) {
            return Optional.empty();
        }
        return map.self()
                .built(() -> new Expectation(redline.orElse(null), recovered.orElse(null)), "redline or recovered");
    }
}
