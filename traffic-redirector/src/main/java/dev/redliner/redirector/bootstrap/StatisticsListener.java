package dev.redliner.redirector.bootstrap;

import dev.redliner.contracts.pool.EnvoySettings.StatisticsPage;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.redirector.xds.EnvoyResources;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap.StaticResources;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.netty.util.NetUtil;
import java.net.URI;
import java.util.Optional;

/**
 * The listener for an Envoy whose page of statistics the pool declares: it serves this page, and no other one of the
 * admin address.
 */
final class StatisticsListener {
    private static final String NAME = "redliner-statistics";
    private static final String ADMIN = "redliner-admin";
    private static final String PAGE = "/stats/prometheus";
    private static final String LOOPBACK = "127.0.0.1";

    private StatisticsListener() {}

    /** Adds the listener if the pool declares a page of this Envoy, at the path that Envoy itself has for it. */
    static StaticResources.Builder added(Pool pool, BootstrapRequest request, StaticResources.Builder resources) {
        page(pool, request)
                .ifPresent(page -> resources.addListeners(listener(page)).addClusters(admin(request)));
        return resources;
    }

    private static Optional<URI> page(Pool pool, BootstrapRequest request) {
        return pool.envoy().statistics().stream()
                .filter(each -> each.node().equals(request.node()))
                .map(StatisticsPage::page)
                .filter(page -> page.getScheme().equals("http")
                        && page.getPort() > 0
                        && page.getPath().equals(PAGE))
                .findFirst();
    }

    private static Listener listener(URI page) {
        Route route = Route.newBuilder()
                .setMatch(RouteMatch.newBuilder().setPath(PAGE))
                .setRoute(RouteAction.newBuilder().setCluster(ADMIN))
                .build();
        HttpConnectionManager http = HttpConnectionManager.newBuilder()
                .setStatPrefix(NAME)
                .setRouteConfig(RouteConfiguration.newBuilder()
                        .addVirtualHosts(VirtualHost.newBuilder()
                                .setName(NAME)
                                .addDomains("*")
                                .addRoutes(route)))
                .addHttpFilters(EnvoyResources.router())
                .build();
        return EnvoyResources.listener(NAME, listenAddress(page.getHost()), page.getPort(), http);
    }

    /** The address of the page, so that it is open to no other network; all addresses if the page has a name. */
    private static String listenAddress(String host) {
        String bare = host.replaceAll("[\\[\\]]", "");
        if (NetUtil.isValidIpV4Address(bare) || NetUtil.isValidIpV6Address(bare)) {
            return bare;
        }
        return host.equals("localhost") ? LOOPBACK : "0.0.0.0";
    }

    private static Cluster admin(BootstrapRequest request) {
        return Cluster.newBuilder()
                .setName(ADMIN)
                .setLoadAssignment(ClusterLoadAssignment.newBuilder()
                        .setClusterName(ADMIN)
                        .addEndpoints(LocalityLbEndpoints.newBuilder()
                                .addLbEndpoints(LbEndpoint.newBuilder()
                                        .setEndpoint(Endpoint.newBuilder()
                                                .setAddress(EnvoyResources.address(LOOPBACK, request.adminPort()))))))
                .build();
    }
}
