package dev.redliner.redirector.bootstrap;

/**
 * Where one Envoy is to run.
 *
 * @param node its node id
 * @param xdsHost where it finds the redirector, a name or an IP address
 * @param xdsPort where it finds the redirector
 * @param adminPort its admin interface, on loopback
 * @param listenPort where it listens if its listener is in the file (runtime-only pools)
 * @param tls whether the redirector asks for a certificate
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
