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
 * @param statistics Envoys of which only the page of their statistics can be read; none of an older sender
 */
public record EnvoySettings(
        Mode mode, String listenAddress, int listenPort, List<URI> admins, List<StatisticsPage> statistics) {
    /** Envoys whose admin pages can be read. */
    public EnvoySettings(Mode mode, String listenAddress, int listenPort, List<URI> admins) {
        this(mode, listenAddress, listenPort, admins, List.of());
    }

    /**
     * The page of an Envoy's statistics in the format of Prometheus.
     *
     * @param page address of the page, such as {@code http://10.0.0.7:15090/stats/prometheus}
     * @param node the node id with which the Envoy connects to its redirector; the page does not have it
     */
    public record StatisticsPage(URI page, String node) {
        /** Longest id of a node. */
        public static final int LONGEST_NODE = 500;

        public StatisticsPage {
            if (page.getRawFragment() != null || page.getRawUserInfo() != null) {
                throw new IllegalArgumentException("the page '" + page + "' has a fragment or a user");
            }
            if (node.isBlank() || node.length() > LONGEST_NODE) {
                throw new IllegalArgumentException("the node id of an Envoy has 1 to " + LONGEST_NODE + " characters");
            }
        }
    }

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
        statistics = List.copyOf(Objects.requireNonNullElse(statistics, List.of()));
        if (mode == Mode.FULL && (listenPort < 1 || listenPort > 65_535)) {
            throw new IllegalArgumentException("listenPort " + listenPort + " is not within 1 to 65535");
        }
    }
}
