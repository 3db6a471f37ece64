package dev.redliner.redirector.xds;

import java.util.Objects;

/**
 * Where Envoys connect.
 *
 * @param address the address listened on
 * @param port the port listened on, never 0
 * @param tls whether Envoys must show a certificate
 */
public record XdsEndpoint(String address, int port, boolean tls) {
    public XdsEndpoint {
        Objects.requireNonNull(address, "address");
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("xDS port " + port);
        }
    }
}
