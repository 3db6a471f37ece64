package dev.redliner.redirector.bootstrap;

/**
 * The addresses and ports of one Envoy.
 *
 * @param node the Envoy's node id
 * @param xdsHost host of the redirector, a name or an IP address
 * @param xdsPort port of the redirector
 * @param adminPort the Envoy's admin interface, on loopback
 * @param listenPort the port on which the Envoy listens if its listener is in the file (runtime-only pools)
 * @param tls whether the redirector requires a client certificate
 */
public record BootstrapRequest(String node, String xdsHost, int xdsPort, int adminPort, int listenPort, boolean tls) {
    public BootstrapRequest {
        if (node.isBlank() || xdsHost.isBlank()) {
            throw new IllegalArgumentException("a bootstrap needs a node id and the redirector's host");
        }
        requirePort(xdsPort, "xdsPort");
        requirePort(adminPort, "adminPort");
        requirePort(listenPort, "listenPort");
    }

    private static void requirePort(int port, String name) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(name + " " + port + " is not within 1 to 65535");
        }
    }
}
