package dev.redliner.redirector.xds;

import com.google.protobuf.Any;
import com.google.protobuf.UInt32Value;
import com.google.protobuf.util.Durations;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import io.envoyproxy.envoy.config.cluster.v3.CircuitBreakers;
import io.envoyproxy.envoy.config.cluster.v3.CircuitBreakers.Thresholds;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.cluster.v3.Cluster.DiscoveryType;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.AggregatedConfigSource;
import io.envoyproxy.envoy.config.core.v3.ApiVersion;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.Http1ProtocolOptions;
import io.envoyproxy.envoy.config.core.v3.HttpProtocolOptions;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.listener.v3.Filter;
import io.envoyproxy.envoy.config.listener.v3.FilterChain;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.Rds;
import io.netty.util.NetUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The Envoy configuration for a pool's traffic: a cluster for each host of the SUT, a cluster for the peers, and routes
 * that choose between them by the pool's runtime key.
 */
public final class EnvoyResources {
    /**
     * Far above the capacity of a host, so that requests reach the SUT instead of Envoy's own default limit of 1024.
     */
    private static final UInt32Value NO_PRACTICAL_LIMIT = UInt32Value.of(65_536);

    private static final int CONNECT_TIMEOUT_MS = 1_000;
    /**
     * Shorter than the keep-alive times of common servers: a connection that the server closes first would appear as an
     * error that no host caused.
     */
    private static final int IDLE_TIMEOUT_MS = 4_000;

    private EnvoyResources() {}

    /**
     * A cluster for each host of the SUT, which falls back to the peers if the host is dead, and the cluster of the
     * peers.
     */
    public static List<Cluster> clusters(Pool pool) {
        Map<String, String> names = pool.sutClusters();
        List<Host> peers = pool.hosts().stream()
                .filter(host -> !names.containsKey(host.id()))
                .toList();
        List<Cluster> clusters = new ArrayList<>();
        for (Host host : pool.hosts()) {
            String name = names.get(host.id());
            if (name != null) {
                clusters.add(sut(name, host, peers));
            }
        }
        clusters.add(cluster(pool.restCluster(), List.of(peers))
                .setCircuitBreakers(limits(NO_PRACTICAL_LIMIT))
                .build());
        return List.copyOf(clusters);
    }

    /**
     * A dead host falls back only to the peers: another host of the SUT would otherwise get a load above the asked one.
     */
    private static Cluster sut(String name, Host host, List<Host> peers) {
        return cluster(name, List.of(List.of(host), peers))
                // retries would add load to the SUT and hide its failures; clients can otherwise request retries by
                // header
                .setCircuitBreakers(limits(UInt32Value.of(0)))
                .setOutlierDetection(DeadHosts.detection())
                .setCommonLbConfig(DeadHosts.atOnce())
                .build();
    }

    /** @param tiers hosts by priority; the hosts of a tier are used only when all tiers before it are down */
    private static Cluster.Builder cluster(String name, List<List<Host>> tiers) {
        ClusterLoadAssignment.Builder endpoints =
                ClusterLoadAssignment.newBuilder().setClusterName(name);
        for (int priority = 0; priority < tiers.size(); priority++) {
            LocalityLbEndpoints.Builder tier = endpoints.addEndpointsBuilder().setPriority(priority);
            tiers.get(priority).forEach(host -> tier.addLbEndpointsBuilder()
                    .getEndpointBuilder()
                    .setAddress(address(host.address(), host.port())));
        }
        List<String> addresses =
                tiers.stream().flatMap(List::stream).map(Host::address).toList();
        return Cluster.newBuilder()
                .setName(name)
                .setType(discovery(addresses))
                .setDnsLookupFamily(Cluster.DnsLookupFamily.V4_PREFERRED)
                .setConnectTimeout(Durations.fromMillis(CONNECT_TIMEOUT_MS))
                .setLbPolicy(Cluster.LbPolicy.ROUND_ROBIN)
                .putTypedExtensionProtocolOptions(
                        "envoy.extensions.upstreams.http.v3.HttpProtocolOptions", Any.pack(connections()))
                .setLoadAssignment(endpoints);
    }

    private static io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions connections() {
        return io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions.newBuilder()
                .setCommonHttpProtocolOptions(
                        HttpProtocolOptions.newBuilder().setIdleTimeout(Durations.fromMillis(IDLE_TIMEOUT_MS)))
                .setExplicitHttpConfig(
                        io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions.ExplicitHttpConfig
                                .newBuilder()
                                .setHttpProtocolOptions(Http1ProtocolOptions.getDefaultInstance()))
                .build();
    }

    private static CircuitBreakers limits(UInt32Value maxRetries) {
        return CircuitBreakers.newBuilder()
                .addThresholds(Thresholds.newBuilder()
                        .setMaxConnections(NO_PRACTICAL_LIMIT)
                        .setMaxPendingRequests(NO_PRACTICAL_LIMIT)
                        .setMaxRequests(NO_PRACTICAL_LIMIT)
                        .setMaxRetries(maxRetries))
                .build();
    }

    /** How Envoy resolves these addresses: statically, or by DNS if one of them is a name. */
    public static DiscoveryType discovery(List<String> addresses) {
        boolean numeric = addresses.stream()
                .allMatch(address -> NetUtil.isValidIpV4Address(address) || NetUtil.isValidIpV6Address(address));
        return numeric ? DiscoveryType.STATIC : DiscoveryType.STRICT_DNS;
    }

    /** A TCP address. */
    public static Address address(String address, int port) {
        return Address.newBuilder()
                .setSocketAddress(SocketAddress.newBuilder().setAddress(address).setPortValue(port))
                .build();
    }

    /** The listener of a pool in mode {@code FULL}; its routes are sent over the same stream. */
    static Listener listener(Pool pool) {
        HttpConnectionManager http = http(pool)
                .setRds(Rds.newBuilder().setConfigSource(ads()).setRouteConfigName(pool.name()))
                .build();
        return listener(pool.name(), pool.envoy().listenAddress(), pool.envoy().listenPort(), http);
    }

    /** A listener that includes its routes, for a file. */
    public static Listener selfContainedListener(Pool pool, String address, int port) {
        return listener(
                pool.name(),
                address,
                port,
                http(pool).setRouteConfig(routes(pool)).build());
    }

    /** A listener with one filter chain. */
    public static Listener listener(String name, String address, int port, HttpConnectionManager http) {
        return Listener.newBuilder()
                .setName(name)
                .setAddress(address(address, port))
                .addFilterChains(FilterChain.newBuilder()
                        .addFilters(Filter.newBuilder()
                                .setName("envoy.filters.network.http_connection_manager")
                                .setTypedConfig(Any.pack(http))))
                .build();
    }

    private static HttpConnectionManager.Builder http(Pool pool) {
        return UserOfRequest.copied(pool, HttpConnectionManager.newBuilder())
                .setStatPrefix(pool.name())
                .addHttpFilters(router());
    }

    /** The filter that sends requests to clusters. */
    public static HttpFilter router() {
        return HttpFilter.newBuilder()
                .setName("envoy.filters.http.router")
                .setTypedConfig(Any.pack(Router.getDefaultInstance()))
                .build();
    }

    /** The routes between the pool's clusters. */
    public static RouteConfiguration routes(Pool pool) {
        return RouteConfiguration.newBuilder()
                .setName(pool.name())
                .addVirtualHosts(ShareRoutes.virtualHost(pool))
                .build();
    }

    /** The source of configuration that is sent over the aggregated stream. */
    public static ConfigSource ads() {
        return ConfigSource.newBuilder()
                .setAds(AggregatedConfigSource.getDefaultInstance())
                .setResourceApiVersion(ApiVersion.V3)
                .build();
    }
}
