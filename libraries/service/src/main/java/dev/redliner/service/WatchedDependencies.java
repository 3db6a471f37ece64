package dev.redliner.service;

import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.pool.DependencyMetric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks that the metrics of dependencies belong to dependencies that a collector watches. */
final class WatchedDependencies {
    static final String HINT = "such as dependsOn: [{name: orders-db, metrics: \"http://10.0.0.9:9187/metrics\"}]";

    private WatchedDependencies() {}

    /** The problem of a metric that no collector will report; empty if its dependency is watched. */
    static Optional<String> missing(DependencyMetric metric, List<Dependency> declared) {
        if (declared.stream().filter(Dependency::watched).anyMatch(it -> it.word()
                .equals(metric.dependency()))) {
            return Optional.empty();
        }
        if (metric.dependency().contains("-")) {
            return Optional.of(metric.name() + " has a dash before its last part; write " + DependencyMetric.PREFIX
                    + metric.dependency().replace('-', '_') + "." + metric.metric());
        }
        Optional<Dependency> unwatched = declared.stream()
                .filter(it -> it.word().equals(metric.dependency()))
                .findFirst();
        if (unwatched.isPresent()) {
            return Optional.of("dependency " + unwatched.get().name()
                    + " has neither node nor metrics, so nothing reports " + metric.name());
        }
        String others = declared.stream()
                .filter(Dependency::watched)
                .map(it -> DependencyMetric.PREFIX + it.word())
                .collect(Collectors.joining(", "));
        return Optional.of("dependsOn has no " + metric.dependency() + ", so nothing reports " + metric.name()
                + (others.isEmpty() ? "" : "; there is " + others));
    }
}
