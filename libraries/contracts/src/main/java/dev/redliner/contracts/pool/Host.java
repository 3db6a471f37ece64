package dev.redliner.contracts.pool;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A host of a pool.
 *
 * @param id the host's name, unique within the pool
 * @param address the name or IP address at which the host serves; empty if only its id was given
 * @param port the port at which the host serves; 0 if only its id was given
 * @param metrics address of its metrics in Prometheus or OpenMetrics text format; null if it exposes none
 */
public record Host(String id, String address, int port, @Nullable URI metrics) {
    public Host {
        if (id.isBlank() || id.startsWith("@")) {
            throw new IllegalArgumentException("host id '" + id + "'");
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of host " + id);
        }
    }

    /** Whether the host has an address and a port, so that an Envoy can be configured for it. */
    public boolean reachable() {
        return !address.isBlank() && port > 0;
    }
}
