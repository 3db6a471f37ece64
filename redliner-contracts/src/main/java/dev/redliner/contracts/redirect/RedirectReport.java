package dev.redliner.contracts.redirect;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a redirector did with an order and where its Envoys stand. Sent at each change and once a second for each pool
 * that has an Envoy connected.
 *
 * @param pool the pool, which is also the record's key
 * @param redirector the replica that speaks, for the Envoys connected to it
 * @param at by its clock
 * @param lease what became of the newest order
 * @param run the run that the lease belongs to, or whose order was refused; null while idle
 * @param token of that order; 0 while idle
 * @param sequence of that order; 0 while idle
 * @param asked the share that the lease asks for; null while there is none
 * @param reason why an order was refused; null otherwise
 * @param envoys every Envoy of the pool connected to this replica
 */
public record RedirectReport(
        String pool,
        String redirector,
        Instant at,
        Lease lease,
        @Nullable String run,
        long token,
        long sequence,
        @Nullable Share asked,
        @Nullable String reason,
        List<EnvoyState> envoys) {

    /** What became of the newest order. */
    public enum Lease {
        /** No order so far, or the last one was restored. */
        IDLE,
        LIVE,
        /** It was not renewed in time. */
        EXPIRED,
        /** A stale token, a stale order or a share above the pool's maximum; the lease before it is untouched. */
        REFUSED
    }

    public RedirectReport {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(redirector, "redirector");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(lease, "lease");
        envoys = List.copyOf(envoys);
    }
}
