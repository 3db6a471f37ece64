package dev.redliner.redirector.bootstrap;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.Durations;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.redirector.share.RuntimeFraction;
import dev.redliner.redirector.xds.EnvoyResources;
import dev.redliner.redirector.xds.RuntimeResources;
import io.envoyproxy.envoy.config.bootstrap.v3.Admin;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap.DynamicResources;
import io.envoyproxy.envoy.config.bootstrap.v3.Bootstrap.StaticResources;
import io.envoyproxy.envoy.config.bootstrap.v3.LayeredRuntime;
import io.envoyproxy.envoy.config.bootstrap.v3.RuntimeLayer;
import io.envoyproxy.envoy.config.bootstrap.v3.RuntimeLayer.AdminLayer;
import io.envoyproxy.envoy.config.bootstrap.v3.RuntimeLayer.RtdsLayer;
import io.envoyproxy.envoy.config.core.v3.ApiVersion;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.List;

/**
 * The file with which an Envoy of a pool is started. For a pool in mode {@code FULL} the file is complete. For a
 * runtime-only pool it is a working example; its parts are meant to be copied into an existing configuration.
 */
public final class EnvoyBootstrap {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int EXAMPLE_PORT = 8080;
    /** Time after which an Envoy that cannot reach a redirector starts on the baseline. */
    private static final int FIRST_FETCH_MS = 2_000;

    private EnvoyBootstrap() {}

    /** The bootstrap file, as YAML with comments. */
    public static String yaml(Pool pool, BootstrapRequest request) {
        return switch (pool.envoy().mode()) {
            case FULL -> full(pool, request);
            case RUNTIME_ONLY -> runtimeOnly(pool, request);
        };
    }

    private static String full(Pool pool, BootstrapRequest request) {
        Bootstrap bootstrap = common(pool, request)
                .setLayeredRuntime(layers(EnvoyResources.ads()))
                .setDynamicResources(DynamicResources.newBuilder()
                        .setAdsConfig(XdsCluster.source())
                        .setCdsConfig(EnvoyResources.ads())
                        .setLdsConfig(EnvoyResources.ads()))
                .setStaticResources(StatisticsListener.added(
                        pool, request, StaticResources.newBuilder().addClusters(XdsCluster.of(request))))
                .build();
        return BootstrapText.write(
                bootstrap,
                """
                # Envoy of pool %s, led by Redliner: listener (port %d), routes and clusters come from the redirector.
                # If the redirector is away, Envoy keeps what it has, and the SUT's share returns to the baseline by itself.
                """
                        .formatted(pool.name(), pool.envoy().listenPort()));
    }

    private static String runtimeOnly(Pool pool, BootstrapRequest request) {
        Pool example = reachable(pool);
        ConfigSource ownStream = ConfigSource.newBuilder()
                .setApiConfigSource(XdsCluster.source())
                .setResourceApiVersion(ApiVersion.V3)
                .build();
        Bootstrap bootstrap = common(pool, request)
                .setLayeredRuntime(layers(ownStream).addLayers(0, base(pool)))
                .setStaticResources(StatisticsListener.added(
                        pool,
                        request,
                        StaticResources.newBuilder()
                                .addListeners(EnvoyResources.selfContainedListener(
                                        example, listenAddress(pool), request.listenPort()))
                                .addClusters(XdsCluster.of(request))
                                .addAllClusters(EnvoyResources.clusters(example))))
                .build();
        return BootstrapText.write(
                bootstrap,
                """
                # A complete Envoy for pool %1$s whose listener, routes and clusters are NOT Redliner's. To add Redliner to
                # a configuration of your own, take over:
                #   node.metadata            (or set node.cluster to the pool's name)
                #   layered_runtime          all layers, in this order. The first has the baseline, which changes with the
                #                            hosts; your own static values go there too
                #   static_resources         the cluster "%2$s"; split your pool's cluster into %3$s and %4$s,
                #                            and give your routes the runtime fraction %5$s as shown
                # The runtime layer has a stream of its own, so another control plane may have Envoy's aggregated one.
                """
                        .formatted(
                                pool.name(),
                                XdsCluster.NAME,
                                String.join(", ", pool.sutClusters().values()),
                                pool.restCluster(),
                                pool.runtimeKey()));
    }

    private static Bootstrap.Builder common(Pool pool, BootstrapRequest request) {
        return Bootstrap.newBuilder()
                .setNode(node(pool, request))
                .setAdmin(Admin.newBuilder().setAddress(EnvoyResources.address(LOOPBACK, request.adminPort())))
                .setStatsFlushOnAdmin(true)
                .setEnableDispatcherStats(true);
    }

    private static Node node(Pool pool, BootstrapRequest request) {
        Value pools = Value.newBuilder()
                .setListValue(
                        ListValue.newBuilder().addValues(Value.newBuilder().setStringValue(pool.name())))
                .build();
        return Node.newBuilder()
                .setId(request.node())
                .setCluster(pool.name())
                .setMetadata(Struct.newBuilder().putFields("redliner.pools", pools))
                .build();
    }

    /**
     * Redliner's override, then an operator's own value, which takes precedence. Without them, the default of the
     * route is the baseline. In mode {@code FULL} the route comes from the redirector, so that the baseline follows
     * the pool's hosts; a static value here would hold the share of the hosts at the start.
     */
    private static LayeredRuntime.Builder layers(ConfigSource runtime) {
        ConfigSource source = runtime.toBuilder()
                .setInitialFetchTimeout(Durations.fromMillis(FIRST_FETCH_MS))
                .build();
        return LayeredRuntime.newBuilder()
                .addLayers(RuntimeLayer.newBuilder()
                        .setName(RuntimeResources.LAYER_NAME)
                        .setRtdsLayer(RtdsLayer.newBuilder()
                                .setName(RuntimeResources.LAYER_NAME)
                                .setRtdsConfig(source)))
                .addLayers(RuntimeLayer.newBuilder().setName("admin").setAdminLayer(AdminLayer.getDefaultInstance()));
    }

    /** The baseline of routes that are not Redliner's, below all other layers. */
    private static RuntimeLayer.Builder base(Pool pool) {
        return RuntimeLayer.newBuilder()
                .setName("base")
                .setStaticLayer(Struct.newBuilder()
                        .putFields(
                                pool.runtimeKey(),
                                RuntimeResources.value(RuntimeFraction.of(pool, pool.baselineShare()))));
    }

    private static String listenAddress(Pool pool) {
        return pool.envoy().listenAddress().isBlank() ? LOOPBACK : pool.envoy().listenAddress();
    }

    /** A runtime-only pool may give only the names of its hosts; the example then uses these names as addresses. */
    private static Pool reachable(Pool pool) {
        List<Host> hosts = pool.hosts().stream()
                .map(host -> host.reachable() ? host : new Host(host.id(), host.id(), EXAMPLE_PORT, null))
                .toList();
        return pool.withHosts(hosts);
    }
}
