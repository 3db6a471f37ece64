package dev.redliner.redirector.xds;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import io.envoyproxy.controlplane.cache.ConfigWatcher;
import io.envoyproxy.controlplane.cache.v3.SimpleCache;
import io.envoyproxy.controlplane.cache.v3.Snapshot;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners, routes and clusters for Envoys of pools in {@link EnvoySettings.Mode#FULL} and of pools with a frozen
 * configuration; other pools have none. Envoys with the same set of pools share one snapshot.
 *
 * <p>A group of Envoys gets no snapshot before all its pools are known. A snapshot without a pool would remove the
 * listener of that pool from an Envoy, and a redirector that has just started knows no pools yet.
 *
 * <p>A changed SUT can have clusters of other names. Envoy applies new clusters first and new routes afterwards, and a
 * route to a removed cluster answers 503. Therefore the previous clusters of a pool are kept until its next change.
 */
public final class ConfigCache {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigCache.class);

    private static final int VERSION_LENGTH = 16;

    private final SimpleCache<NodePools> cache = new SimpleCache<>(NodePools::of);
    private final Set<String> known = new HashSet<>();
    private final Map<String, Pool> configured = new TreeMap<>();
    private final Map<String, List<Cluster>> outgoing = new HashMap<>();
    private final Map<NodePools, Integer> streams = new HashMap<>();
    private boolean open;

    /** Takes the record of a pool, and pushes its configuration to its Envoys once the cache is open. */
    public synchronized void put(PoolRecord record) {
        Pool now = record.configuration().map(Pool::withoutDependencies).orElse(null);
        String name = record.name();
        if (now != null && !now.hosts().stream().allMatch(Host::reachable)) {
            // the Envoys keep their working configuration; an empty cluster would answer 503
            LOG.warn("pool={} has hosts without address or port; its Envoys keep their configuration", name);
            return;
        }
        boolean news = known.add(name);
        Pool before = now == null ? configured.remove(name) : configured.put(name, now);
        if (now == null) {
            outgoing.remove(name);
        } else if (!now.equals(before)) {
            outgoing.put(name, before == null ? List.of() : onlyIn(before, now));
        }
        if (news || (now == null ? before != null : !now.equals(before))) {
            refresh(name);
        }
    }

    private static List<Cluster> onlyIn(Pool before, Pool now) {
        Set<String> kept =
                EnvoyResources.clusters(now).stream().map(Cluster::getName).collect(Collectors.toSet());
        return EnvoyResources.clusters(before).stream()
                .filter(cluster -> !kept.contains(cluster.getName()))
                .toList();
    }

    /**
     * All pools declared before this process started have been read. Before this call no configuration is sent to
     * Envoys.
     */
    public synchronized void open() {
        if (!open) {
            open = true;
            streams.keySet().forEach(this::snapshot);
        }
    }

    private void refresh(String pool) {
        streams.keySet().stream().filter(group -> group.contains(pool)).forEach(this::snapshot);
    }

    /** An Envoy of this group connected. */
    synchronized void join(NodePools group) {
        if (streams.merge(group, 1, Integer::sum) == 1) {
            snapshot(group);
        }
    }

    /** An Envoy of this group disconnected. */
    synchronized void leave(NodePools group) {
        if (streams.computeIfPresent(group, (key, count) -> count > 1 ? count - 1 : null) == null) {
            cache.clearSnapshot(group);
        }
    }

    ConfigWatcher watcher() {
        return cache;
    }

    private void snapshot(NodePools group) {
        if (!open) {
            LOG.info("pools={} are not read yet; their Envoys keep their configuration", group.names());
            return;
        }
        Set<String> unknown = new TreeSet<>(group.names());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            LOG.warn("pools={} are not declared; Envoys of pools={} get no new configuration", unknown, group.names());
            return;
        }
        List<Cluster> clusters = new ArrayList<>();
        List<Listener> listeners = new ArrayList<>();
        List<RouteConfiguration> routes = new ArrayList<>();
        for (Pool pool : configured.values()) {
            if (group.contains(pool.name())) {
                clusters.addAll(EnvoyResources.clusters(pool));
                clusters.addAll(outgoing.getOrDefault(pool.name(), List.of()));
                listeners.add(EnvoyResources.listener(pool));
                routes.add(EnvoyResources.routes(pool));
            }
        }
        // versions depend on the content, so a restarted redirector sends nothing to an Envoy that is up to date
        Hasher content = Hashing.sha256().newHasher();
        Stream.of(clusters, listeners, routes)
                .flatMap(List::stream)
                .forEach(resource -> content.putBytes(resource.toByteArray()));
        String version = content.hash().toString().substring(0, VERSION_LENGTH);
        cache.setSnapshot(group, Snapshot.create(clusters, List.of(), listeners, routes, List.of(), version));
    }
}
