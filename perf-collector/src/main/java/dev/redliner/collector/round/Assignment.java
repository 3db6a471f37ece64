package dev.redliner.collector.round;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subject that was configured rather than found in the pools.
 *
 * @param pool its pool
 * @param host its id
 * @param node whether it is this node, to be read through the operating system
 * @param page its page of metrics, null if it has none
 * @param admins Envoys that send it traffic as the pool's SUT, which must be this one host: of a SUT of several only
 *     the pool's record tells which cluster is whose
 */
public record Assignment(String pool, String host, boolean node, @Nullable URI page, List<URI> admins) {
    public Assignment {
        // names of the Envoys' clusters are made of it
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
