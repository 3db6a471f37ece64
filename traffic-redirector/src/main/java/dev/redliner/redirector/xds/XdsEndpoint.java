package dev.redliner.redirector.xds;

import java.util.Objects;

/**
 * The address at which Envoys connect.
 *
 * @param address the listen address
 * @param port the listen port, never 0
 * @param tls whether Envoys must present a certificate
 */
public record XdsEndpoint(String address, int port, boolean tls) {
    public XdsEndpoint {
        Objects.requireNonNull(address, "address");
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("xDS port " + port);
        }
    }
}
