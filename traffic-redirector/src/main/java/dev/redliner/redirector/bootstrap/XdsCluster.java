package dev.redliner.redirector.bootstrap;

import com.google.protobuf.Any;
import com.google.protobuf.util.Durations;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.redirector.xds.EnvoyResources;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.ApiConfigSource;
import io.envoyproxy.envoy.config.core.v3.ApiVersion;
import io.envoyproxy.envoy.config.core.v3.BackoffStrategy;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.config.core.v3.GrpcService;
import io.envoyproxy.envoy.config.core.v3.Http2ProtocolOptions;
import io.envoyproxy.envoy.config.core.v3.KeepaliveSettings;
import io.envoyproxy.envoy.config.core.v3.RetryPolicy;
import io.envoyproxy.envoy.config.core.v3.TransportSocket;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.endpoint.v3.Endpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LbEndpoint;
import io.envoyproxy.envoy.config.endpoint.v3.LocalityLbEndpoints;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CertificateValidationContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CommonTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;
import io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions;
import io.envoyproxy.envoy.extensions.upstreams.http.v3.HttpProtocolOptions.ExplicitHttpConfig;
import java.util.List;

/** The Envoy cluster through which an Envoy reaches the redirector. */
final class XdsCluster {
    static final String NAME = EnvoySettings.XDS_CLUSTER;

    private static final int CONNECT_TIMEOUT_MS = 1_000;
    private static final int KEEPALIVE_INTERVAL_MS = 2_000;
    private static final int KEEPALIVE_TIMEOUT_MS = 2_000;
    /** Envoy's own backoff is half a second to 30 s, which is longer than the promised time to restore. */
    private static final int RECONNECT_MS = 250;

    private static final int RECONNECT_AT_LATEST_MS = 2_000;
    private static final String CERTIFICATES = "/etc/redliner/";

    private XdsCluster() {}

    /** The source for the delta stream over this cluster. */
    static ApiConfigSource source() {
        BackoffStrategy backOff = BackoffStrategy.newBuilder()
                .setBaseInterval(Durations.fromMillis(RECONNECT_MS))
                .setMaxInterval(Durations.fromMillis(RECONNECT_AT_LATEST_MS))
                .build();
        return ApiConfigSource.newBuilder()
                .setApiType(ApiConfigSource.ApiType.DELTA_GRPC)
                .setTransportApiVersion(ApiVersion.V3)
                .addGrpcServices(GrpcService.newBuilder()
                        .setEnvoyGrpc(GrpcService.EnvoyGrpc.newBuilder()
                                .setClusterName(NAME)
                                .setRetryPolicy(RetryPolicy.newBuilder().setRetryBackOff(backOff))))
                .build();
    }

    static Cluster of(BootstrapRequest request) {
        Cluster.Builder cluster = Cluster.newBuilder()
                .setName(NAME)
                .setType(EnvoyResources.discovery(List.of(request.xdsHost())))
                .setDnsLookupFamily(Cluster.DnsLookupFamily.V4_PREFERRED)
                .setConnectTimeout(Durations.fromMillis(CONNECT_TIMEOUT_MS))
                .putTypedExtensionProtocolOptions(
                        "envoy.extensions.upstreams.http.v3.HttpProtocolOptions", Any.pack(http2()))
                .setLoadAssignment(ClusterLoadAssignment.newBuilder()
                        .setClusterName(NAME)
                        .addEndpoints(LocalityLbEndpoints.newBuilder()
                                .addLbEndpoints(LbEndpoint.newBuilder()
                                        .setEndpoint(Endpoint.newBuilder()
                                                .setAddress(EnvoyResources.address(
                                                        request.xdsHost(), request.xdsPort()))))));
        if (request.tls()) {
            cluster.setTransportSocket(TransportSocket.newBuilder()
                    .setName("envoy.transport_sockets.tls")
                    .setTypedConfig(Any.pack(mutualTls(request))));
        }
        return cluster.build();
    }

    /** HTTP/2 with keep-alive, so that a dead redirector is detected. */
    private static HttpProtocolOptions http2() {
        return HttpProtocolOptions.newBuilder()
                .setExplicitHttpConfig(ExplicitHttpConfig.newBuilder()
                        .setHttp2ProtocolOptions(Http2ProtocolOptions.newBuilder()
                                .setConnectionKeepalive(KeepaliveSettings.newBuilder()
                                        .setInterval(Durations.fromMillis(KEEPALIVE_INTERVAL_MS))
                                        .setTimeout(Durations.fromMillis(KEEPALIVE_TIMEOUT_MS)))))
                .build();
    }

    private static UpstreamTlsContext mutualTls(BootstrapRequest request) {
        return UpstreamTlsContext.newBuilder()
                .setSni(request.xdsHost())
                .setCommonTlsContext(CommonTlsContext.newBuilder()
                        .addAlpnProtocols("h2")
                        .addTlsCertificates(TlsCertificate.newBuilder()
                                .setCertificateChain(file("envoy.pem"))
                                .setPrivateKey(file("envoy-key.pem")))
                        .setValidationContext(
                                CertificateValidationContext.newBuilder().setTrustedCa(file("ca.pem"))))
                .build();
    }

    private static DataSource file(String name) {
        return DataSource.newBuilder().setFilename(CERTIFICATES + name).build();
    }
}
