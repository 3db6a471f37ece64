package dev.redliner.contracts.pool;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The record of a pool on the topic of pools. The record stays when the service is deleted. A pool without a record is
 * an unknown pool, and the Envoys of an unknown pool keep their present configuration.
 *
 * @param name the pool's name, which is also the record's key
 * @param revision grows with each change of the record; of two records of a pool the higher revision applies,
 *     regardless of the order in which they arrive
 * @param served the declared pool, for runs and collectors; null after its service was deleted
 * @param frozen the last declared pool in {@link EnvoySettings.Mode#FULL}, if the pool is no longer declared in that
 *     mode: the Envoys keep its listener, routes and clusters; null if there is none
 */
public record PoolRecord(String name, long revision, @Nullable Pool served, @Nullable Pool frozen) {
    public PoolRecord {
        Objects.requireNonNull(name, "name");
        if (revision < 1) {
            throw new IllegalArgumentException("revision " + revision + " of pool " + name + " is not above zero");
        }
        requireName(name, served);
        requireName(name, frozen);
        if (frozen != null && frozen.envoy().mode() != EnvoySettings.Mode.FULL) {
            throw new IllegalArgumentException("pool " + name + " has no configuration of its own to freeze");
        }
        if (frozen != null && isFull(served)) {
            throw new IllegalArgumentException("pool " + name + " is declared in mode full and frozen too");
        }
    }

    private static void requireName(String name, @Nullable Pool pool) {
        if (pool != null && !pool.name().equals(name)) {
            throw new IllegalArgumentException("pool " + pool.name() + " in the record of " + name);
        }
    }

    private static boolean isFull(@Nullable Pool pool) {
        return pool != null && pool.envoy().mode() == EnvoySettings.Mode.FULL;
    }

    /** A declared pool without frozen configuration. */
    public static PoolRecord declared(Pool pool, long revision) {
        return new PoolRecord(pool.name(), revision, pool, null);
    }

    /**
     * The pool that defines the listener, routes and clusters that Redliner serves to the Envoys; empty if it serves
     * none.
     */
    public Optional<Pool> configuration() {
        return Optional.ofNullable(isFull(served) ? served : frozen);
    }

    /** The declared pool, or else the frozen one; empty if the configuration was withdrawn. */
    public Optional<Pool> definition() {
        return Optional.ofNullable(served == null ? frozen : served);
    }

    /**
     * Whether the frozen configuration routes requests differently from the declared pool. In that case a share would
     * reach a host that is not being measured.
     */
    public boolean contradictory() {
        if (served == null || frozen == null) {
            return false;
        }
        return !served.sut().equals(frozen.sut())
                || served.tier() != frozen.tier()
                || !served.namesUsersAs(frozen)
                || !hosts(served).equals(hosts(frozen))
                || moved(served, frozen);
    }

    private static Set<String> hosts(Pool pool) {
        return pool.hosts().stream().map(Host::id).collect(Collectors.toSet());
    }

    /** Whether a host has another address. In mode runtime-only it may have none. */
    private static boolean moved(Pool served, Pool frozen) {
        return served.hosts().stream().filter(Host::reachable).anyMatch(host -> frozen.hosts().stream()
                .filter(before -> before.id().equals(host.id()) && before.reachable())
                .anyMatch(before -> !before.address().equals(host.address()) || before.port() != host.port()));
    }

    /** Whether this record replaces an earlier one. */
    public boolean supersedes(@Nullable PoolRecord before) {
        return before == null || revision > before.revision;
    }
}
