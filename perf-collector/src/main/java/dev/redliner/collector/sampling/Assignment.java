package dev.redliner.collector.sampling;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host from the configuration instead of the pools.
 *
 * @param pool the host's pool
 * @param host the host's id
 * @param node whether the host is this node, to be read through the operating system
 * @param page the host's page of metrics, null if it has none
 * @param admins Envoys that send the host traffic as the pool's SUT, which must be this one host: for a SUT of several
 *     hosts, only the pool's record maps clusters to hosts
 */
public record Assignment(String pool, String host, boolean node, @Nullable URI page, List<URI> admins) {
    public Assignment {
        // the names of the Envoys' clusters contain the pool's name
        if (!pool.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
            throw new IllegalArgumentException("pool name '" + pool + "' is not letters, digits, - and _, 63 at most");
        }
        if (host.isBlank() || host.startsWith("@")) {
            throw new IllegalArgumentException("host id '" + host + "'");
        }
        admins = List.copyOf(admins);
        if (!node && page == null && admins.isEmpty()) {
            throw new IllegalArgumentException("host " + host + " of pool " + pool + " has nothing to read");
        }
    }
}
