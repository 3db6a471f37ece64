package dev.redliner.contracts.pool;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node that the service of a pool depends on, such as a database. It is watched during a run, and never measured.
 *
 * @param name the name, as other services that depend on it declare it: letters, digits, dashes and underscores
 * @param node id of the node, as the collector on it has it; empty if no collector runs there
 * @param metrics address of its metrics in Prometheus or OpenMetrics text format; null if it exposes none
 */
public record Dependency(String name, String node, @Nullable URI metrics) {
    /** Highest number of watched dependencies of a pool. */
    public static final int MOST = 5;

    public Dependency {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
            throw new IllegalArgumentException("dependency '" + name + "' is not letters, digits, - and _, 63 at most");
        }
        Objects.requireNonNull(node, "node");
    }

    /** Whether anything reports metrics of it. */
    public boolean watched() {
        return !node.isEmpty() || metrics != null;
    }

    /** The name inside the names of metrics: rules would read a dash as minus. */
    public String word() {
        return name.replace('-', '_');
    }

    /** The name under which collectors report it, instead of a host's id. */
    public String entity() {
        return DependencyMetric.entity(word());
    }
}
