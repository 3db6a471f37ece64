package dev.redliner.collector.sampling;

import dev.redliner.collector.envoy.EnvoyAddress;
import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines the reporters. The sources of a host form one reporter. Each Envoy has its own reporter, so that reporters
 * do not wait for each other.
 *
 * @param name name of this collector in its batches
 * @param node this node's host id; empty if the node itself is not read
 * @param nodePool the pool that the node is read for; empty for each pool that has a host of its id
 * @param followPools whether to read the hosts and Envoys that pools declare; otherwise only dependencies on this node
 * @param assignments hosts from the configuration
 * @param otlp whether the service of this node pushes metrics
 */
public record ReporterPlan(
        String name, String node, String nodePool, boolean followPools, List<Assignment> assignments, boolean otlp) {
    public ReporterPlan {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a collector needs a name");
        }
        assignments = List.copyOf(assignments);
    }

    /** The reporters for these pools. */
    Set<ReporterSpec> reporters(Collection<Pool> pools) {
        var specs = new LinkedHashSet<ReporterSpec>();
        assignments.forEach(each -> addAssigned(specs, each));
        pools.forEach(pool -> addDependencies(specs, pool));
        if (followPools) {
            pools.forEach(pool -> addFollowed(specs, pool));
        }
        boolean nodeIsRead =
                specs.stream().anyMatch(spec -> readsNode(spec) && spec.pool().equals(nodePool));
        if (!node.isBlank() && !nodePool.isBlank() && !nodeIsRead) {
            specs.add(new ReporterSpec(name, nodePool, ofNode(node)));
        }
        return specs;
    }

    /**
     * An assignment has only the name of its pool, which determines the names of Envoy's clusters if the SUT is one
     * host.
     */
    private void addAssigned(Set<ReporterSpec> specs, Assignment assignment) {
        var sources = new ArrayList<SourceSpec>();
        if (assignment.node()) {
            sources.addAll(ofNode(assignment.host()));
        }
        if (assignment.page() != null) {
            sources.add(new SourceSpec.Page(assignment.host(), assignment.page()));
        }
        if (!sources.isEmpty()) {
            specs.add(new ReporterSpec(name, assignment.pool(), sources));
        }
        for (URI admin : assignment.admins()) {
            specs.add(envoy(
                    EnvoyAddress.admin(admin),
                    assignment.pool(),
                    Map.of(assignment.host(), assignment.pool() + "-sut"),
                    assignment.pool() + "-rest"));
        }
    }

    private void addFollowed(Set<ReporterSpec> specs, Pool pool) {
        for (Host host : pool.hosts()) {
            boolean here = isHere(host.id()) && (nodePool.isBlank() || nodePool.equals(pool.name()));
            addEntity(specs, pool, host.id(), here, host.metrics());
        }
        for (EnvoyAddress address : EnvoyAddress.of(pool.envoy())) {
            specs.add(envoy(address, pool.name(), pool.sutClusters(), pool.restCluster()));
        }
    }

    /** The node of a dependency is read by the collector on it, for each pool that depends on it. */
    private void addDependencies(Set<ReporterSpec> specs, Pool pool) {
        for (Dependency dependency : pool.dependencies()) {
            URI page = followPools ? dependency.metrics() : null;
            addEntity(specs, pool, dependency.entity(), isHere(dependency.node()), page);
        }
    }

    private boolean isHere(String id) {
        return !node.isBlank() && id.equals(node);
    }

    /**
     * Adds the reporter of a host or a dependency.
     *
     * @param entity the name in its batches
     * @param here whether it is this node
     */
    private void addEntity(Set<ReporterSpec> specs, Pool pool, String entity, boolean here, @Nullable URI page) {
        var sources = new ArrayList<SourceSpec>();
        if (here) {
            sources.addAll(ofNode(entity));
        }
        if (page != null) {
            sources.add(new SourceSpec.Page(entity, page));
        }
        if (!sources.isEmpty()) {
            specs.add(new ReporterSpec(name, pool.name(), sources));
        }
    }

    private List<SourceSpec> ofNode(String entity) {
        var reading = new SourceSpec.Node(entity);
        return otlp ? List.of(reading, new SourceSpec.Pushed(entity)) : List.of(reading);
    }

    private static boolean readsNode(ReporterSpec spec) {
        return spec.sources().stream().anyMatch(SourceSpec.Node.class::isInstance);
    }

    /** Collectors of two machines may each read an Envoy at the same local address. */
    private ReporterSpec envoy(EnvoyAddress address, String pool, Map<String, String> sutClusters, String restCluster) {
        return new ReporterSpec(
                name + "/envoy@" + address.name(),
                pool,
                List.of(new SourceSpec.Envoy(address, sutClusters, restCluster, pool)));
    }
}
