package dev.redliner.contracts.pool;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A host of a pool.
 *
 * @param id its name, unique within the pool
 * @param address where it serves, a name or an IP address; empty if only its id was given
 * @param port where it serves, 0 if only its id was given
 * @param metrics where it shows Prometheus/OpenMetrics text; null if it does not
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

    /** Whether it can be reached, so that an Envoy can be configured for it. */
    public boolean reachable() {
        return !address.isBlank() && port > 0;
    }
}
