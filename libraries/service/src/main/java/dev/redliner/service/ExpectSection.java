package dev.redliner.service;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code expect:}. */
final class ExpectSection {
    private ExpectSection() {}

    static @Nullable Expectation read(Optional<YamlValue> value) {
        return value.flatMap(it -> it.map(Set.of("redline", "recovered", "latency"), "such as {redline: \">= 700\"}"))
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
        List<LatencyExpectation> latencies = map
                .value("latency")
                .flatMap(it -> it.list(true, "such as " + LatencyExpectation.FORM))
                .orElse(List.of())
                .stream()
                .flatMap(it -> it
                        .parsed(LatencyExpectation::parse, "an expected latency", "such as " + LatencyExpectation.FORM)
                        .stream())
                .toList();
        map.value("latency")
                .filter(it -> latencies.isEmpty() && it.findings().none())
                .ifPresent(it -> it.problem("there is no expected latency", "such as " + LatencyExpectation.FORM));
        if (!map.self().findings().none()) {
            return Optional.empty();
        }
        return map.self()
                .built(
                        () -> new Expectation(redline.orElse(null), recovered.orElse(null), latencies),
                        "redline, recovered or latency");
    }
}
