package dev.redliner.redirector.bootstrap;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.redirector.order.OrderHandler;
import dev.redliner.redirector.xds.XdsEndpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Serves the bootstrap file with which an Envoy of a pool is started. */
@RestController
public class BootstrapController {
    private static final int USUAL_ADMIN_PORT = 9901;
    private static final int NODE_SUFFIX = 8;

    private final OrderHandler handler;
    private final XdsEndpoint xds;

    public BootstrapController(OrderHandler handler, XdsEndpoint xds) {
        this.handler = handler;
        this.xds = xds;
    }

    /**
     * The bootstrap file as YAML.
     *
     * @param name the pool
     * @param node the Envoy's id; the default differs each time, because no two Envoys may have the same id
     * @param xdsHost host at which the Envoy reaches the redirector; the default is the redirector's listen address, or
     *     the host of this HTTP request if the redirector listens on all addresses
     * @param adminPort Envoy's admin interface, on loopback; the default is the port of the pool's first admin address,
     *     or 9901
     * @param listenPort only used if the pool is runtime-only, for the example's listener
     * @throws ResponseStatusException 404 if the pool is unknown, 400 if a value is invalid
     */
    @GetMapping(path = "/xds/v1/pools/{pool}/bootstrap", produces = "text/yaml")
    String bootstrap(
            @PathVariable("pool") String name,
            @RequestParam(name = "node", required = false) @Nullable String node,
            @RequestParam(name = "xdsHost", required = false) @Nullable String xdsHost,
            @RequestParam(name = "xdsPort", defaultValue = "0") int xdsPort,
            @RequestParam(name = "adminPort", defaultValue = "0") int adminPort,
            @RequestParam(name = "listenPort", defaultValue = "10000") int listenPort,
            HttpServletRequest asked) {
        Pool pool = handler.pool(name)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.NOT_FOUND,
                        "nothing is known of pool " + name + "; redliner service apply makes a service known"));
        try {
            return EnvoyBootstrap.yaml(
                    pool,
                    new BootstrapRequest(
                            node == null ? newNode(name) : node,
                            xdsHost == null ? ownHost(asked) : xdsHost,
                            xdsPort == 0 ? xds.port() : xdsPort,
                            adminPort == 0 ? adminPort(pool) : adminPort,
                            listenPort,
                            xds.tls()));
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }

    private static String newNode(String pool) {
        return pool + "-envoy-" + UUID.randomUUID().toString().substring(0, NODE_SUFFIX);
    }

    private static int adminPort(Pool pool) {
        return pool.envoy().admins().stream()
                .mapToInt(URI::getPort)
                .filter(port -> port > 0)
                .findFirst()
                .orElse(USUAL_ADMIN_PORT);
    }

    private String ownHost(HttpServletRequest asked) {
        InetAddress bound = new InetSocketAddress(xds.address(), xds.port()).getAddress();
        return bound != null && bound.isAnyLocalAddress() ? asked.getServerName() : xds.address();
    }
}
