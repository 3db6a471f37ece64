package dev.redliner.controller.api;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.controller.service.ServiceCatalog.UnreadablePool;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The configuration that the Envoys of a service have from Redliner, for programs.
 *
 * @param service the name of the service
 * @param revision the revision of its pool's record; this is the ETag
 * @param state whether the service is declared in mode full, or the configuration is frozen
 * @param listener the address on which these Envoys listen; empty if the stored definition cannot be read
 * @param clusters Envoy's clusters; none if the stored definition cannot be read
 * @param envoys the node ids of the Envoys that are connected now and receive their configuration from Redliner; an id
 *     that several Envoys share is listed once for each
 */
record EnvoyConfiguration(
        String service, long revision, State state, String listener, List<String> clusters, List<String> envoys) {

    enum State {
        /** The service is declared in mode full. */
        DECLARED,
        /** The service was deleted or is no longer in mode full. Its Envoys keep the configuration. */
        FROZEN
    }

    /** Empty if the Envoys of the pool have no configuration from Redliner. */
    static Optional<EnvoyConfiguration> of(PoolRecord record, List<EnvoyState> connected) {
        return record.configuration()
                .map(pool -> new EnvoyConfiguration(
                        record.name(),
                        record.revision(),
                        record.frozen() == null ? State.DECLARED : State.FROZEN,
                        pool.envoy().listenAddress() + ":" + pool.envoy().listenPort(),
                        clusters(pool),
                        nodes(connected)));
    }

    /** The configuration of a pool whose stored definition cannot be read. It may be in mode full. */
    static EnvoyConfiguration of(UnreadablePool pool, List<EnvoyState> connected) {
        State state = pool.frozen() ? State.FROZEN : State.DECLARED;
        return new EnvoyConfiguration(pool.name(), pool.revision(), state, "", List.of(), nodes(connected));
    }

    private static List<String> nodes(List<EnvoyState> connected) {
        return connected.stream()
                .filter(EnvoyState::configured)
                .map(EnvoyState::node)
                .sorted()
                .toList();
    }

    private static List<String> clusters(Pool pool) {
        return Stream.concat(pool.sutClusters().values().stream(), Stream.of(pool.restCluster()))
                .toList();
    }

    String words() {
        if (listener.isEmpty()) {
            return "the configuration of a definition that cannot be read";
        }
        return "listener " + listener + " with its routes, clusters " + String.join(", ", clusters);
    }

    /** A sentence that lists the Envoys that would lose the configuration. */
    String loss() {
        return switch (envoys.size()) {
            case 0 -> "No connected Envoy takes this configuration from Redliner.";
            case 1 -> "Connected Envoy that loses it: " + envoys.get(0) + ".";
            default -> envoys.size() + " connected Envoys that lose it: " + String.join(", ", envoys) + ".";
        };
    }
}
