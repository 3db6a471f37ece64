package dev.redliner.contracts.pool;

import java.util.Optional;

/**
 * A metric of a dependency, which rules and signals call {@code deps.<dependency>.<metric>}.
 *
 * @param dependency name of the dependency: letters, digits and underscores
 * @param metric name of the metric, without prefix
 */
public record DependencyMetric(String dependency, String metric) {
    /** Prefix of the metrics of dependencies. */
    public static final String PREFIX = "deps.";

    /** Splits the name of a metric; empty if it is none of a dependency. */
    public static Optional<DependencyMetric> of(String name) {
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        int dot = name.indexOf('.', PREFIX.length());
        return dot <= PREFIX.length() || dot == name.length() - 1
                ? Optional.empty()
                : Optional.of(new DependencyMetric(name.substring(PREFIX.length(), dot), name.substring(dot + 1)));
    }

    /** The name under which collectors report a dependency, instead of a host's id. No host has such an id. */
    public static String entity(String dependency) {
        return "@" + PREFIX + dependency;
    }

    /** Whether a batch is about a dependency, by the name that it has instead of a host's id. */
    public static boolean isEntity(String host) {
        return host.startsWith("@" + PREFIX);
    }

    /** The prefix of the metrics of a dependency, by the name that it has instead of a host's id; empty for a host. */
    public static Optional<String> prefixOf(String host) {
        return isEntity(host) ? Optional.of(host.substring(1) + ".") : Optional.empty();
    }

    /** The name under which collectors report the dependency. */
    public String entity() {
        return entity(dependency);
    }

    /** The name that rules and signals use. */
    public String name() {
        return PREFIX + dependency + "." + metric;
    }
}
