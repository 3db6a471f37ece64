package dev.redliner.contracts.pool;

import java.net.URI;
import java.util.List;
import java.util.Objects;

/**
 * How Redliner controls the Envoys of a pool.
 *
 * @param mode the owner of listeners, routes and clusters
 * @param listenAddress for {@link Mode#FULL}: the address on which the Envoys listen
 * @param listenPort for {@link Mode#FULL}: the port on which the Envoys listen; 0 otherwise
 * @param admins the Envoys' admin addresses, for their statistics
 */
public record EnvoySettings(Mode mode, String listenAddress, int listenPort, List<URI> admins) {

    /** Name of the layer of Envoy's runtime that Redliner serves. */
    public static final String RUNTIME_LAYER = "redliner";

    /** Name of the Envoy cluster of the redirectors. */
    public static final String XDS_CLUSTER = "redliner-xds";

    /** The owner of listeners, routes and clusters. */
    public enum Mode {
        /** Redliner serves listeners, routes and clusters. */
        FULL,
        /**
         * Another control plane or a file provides listeners, routes and clusters; Redliner serves only its runtime
         * layer.
         */
        RUNTIME_ONLY
    }

    public EnvoySettings {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(listenAddress, "listenAddress");
        admins = List.copyOf(admins);
        if (mode == Mode.FULL && (listenPort < 1 || listenPort > 65_535)) {
            throw new IllegalArgumentException("listenPort " + listenPort + " is not within 1 to 65535");
        }
    }
}
