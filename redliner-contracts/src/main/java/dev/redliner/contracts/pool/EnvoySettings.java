package dev.redliner.contracts.pool;

import java.net.URI;
import java.util.List;
import java.util.Objects;

/**
 * How a pool's Envoys are led.
 *
 * @param mode who owns listeners, routes and clusters
 * @param listenAddress for {@link Mode#FULL}: where the Envoys listen
 * @param listenPort for {@link Mode#FULL}: where the Envoys listen; 0 otherwise
 * @param admins the Envoys' admin addresses, for their statistics
 */
public record EnvoySettings(Mode mode, String listenAddress, int listenPort, List<URI> admins) {

    /** What the layer of Envoy's runtime is called that Redliner serves. */
    public static final String RUNTIME_LAYER = "redliner";

    /** What Envoy's cluster of the redirectors is called. */
    public static final String XDS_CLUSTER = "redliner-xds";

    /** Who owns listeners, routes and clusters. */
    public enum Mode {
        /** Redliner serves them all. */
        FULL,
        /** Another control plane or a file does; Redliner serves its runtime layer and nothing else. */
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
