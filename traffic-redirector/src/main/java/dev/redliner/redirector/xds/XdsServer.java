package dev.redliner.redirector.xds;

import dev.redliner.redirector.settings.RedirectorProperties;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.netty.handler.ssl.ClientAuth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gRPC server to which Envoys connect. */
public final class XdsServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(XdsServer.class);
    /** Envoys check every 2 s whether this server is alive; any interval above this limit is allowed. */
    private static final Duration SHORTEST_CLIENT_KEEPALIVE = Duration.ofMillis(500);

    private static final Duration KEEPALIVE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration KEEPALIVE_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final RuntimeHub hub;
    private final Server server;
    private final XdsEndpoint endpoint;

    private XdsServer(RuntimeHub hub, Server server, XdsEndpoint endpoint) {
        this.hub = hub;
        this.server = server;
        this.endpoint = endpoint;
    }

    /**
     * Binds the port and starts to serve.
     *
     * @param hub its streams end with the server
     * @param services the discovery services
     * @throws UncheckedIOException if the port cannot be bound or a TLS file cannot be read
     */
    public static XdsServer start(
            RedirectorProperties.Xds xds,
            RedirectorProperties.@Nullable Tls tls,
            RuntimeHub hub,
            List<BindableService> services) {
        try {
            NettyServerBuilder builder = builder(xds, tls);
            services.forEach(builder::addService);
            Server server = builder.build().start();
            var endpoint = new XdsEndpoint(xds.address(), server.getPort(), tls != null);
            LOG.info("xds={}:{} tls={} serving", endpoint.address(), endpoint.port(), endpoint.tls());
            if (open(xds, tls)) {
                LOG.warn(
                        "xds={} is not a loopback address and has no TLS: every client that reaches it can read the pools",
                        xds);
            }
            return new XdsServer(hub, server, endpoint);
        } catch (IOException e) {
            throw new UncheckedIOException("xDS on " + xds.address() + ":" + xds.port(), e);
        }
    }

    private static NettyServerBuilder builder(RedirectorProperties.Xds xds, RedirectorProperties.@Nullable Tls tls)
            throws SSLException {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(xds.address(), xds.port()))
                .permitKeepAliveTime(SHORTEST_CLIENT_KEEPALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true)
                .keepAliveTime(KEEPALIVE_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEPALIVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (tls != null) {
            builder.sslContext(
                    GrpcSslContexts.forServer(tls.cert().toFile(), tls.key().toFile())
                            .trustManager(tls.clientCa().toFile())
                            .clientAuth(ClientAuth.REQUIRE)
                            .build());
        }
        return builder;
    }

    /** Whether other machines can connect without a certificate. */
    public static boolean open(RedirectorProperties.Xds xds, RedirectorProperties.@Nullable Tls tls) {
        InetSocketAddress address = new InetSocketAddress(xds.address(), xds.port());
        return tls == null && (address.isUnresolved() || !address.getAddress().isLoopbackAddress());
    }

    /** The address at which Envoys connect. */
    public XdsEndpoint endpoint() {
        return endpoint;
    }

    /** Whether the server is running. */
    public boolean running() {
        return !server.isShutdown();
    }

    /** Ends all streams and the server. Idempotent. */
    @Override
    public void close() {
        server.shutdown();
        hub.disconnect();
        try {
            if (!server.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
