package dev.redliner.contracts.redirect;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A redirector's handling of an order and the states of its Envoys. Sent at each change, and once a second for each
 * pool with a connected Envoy.
 *
 * @param pool the pool, which is also the record's key
 * @param redirector the reporting replica; the report covers the Envoys connected to it
 * @param at time of the report by the replica's clock
 * @param lease the status of the newest order
 * @param run the run of the lease, or of the rejected order; null while idle
 * @param token token of that order; 0 while idle
 * @param sequence sequence of that order; 0 while idle
 * @param asked the share that the lease asks for; null without a lease
 * @param reason why an order was rejected; null otherwise
 * @param envoys every Envoy of the pool that is connected to this replica
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

    /** The status of the newest order. */
    public enum Lease {
        /** No order was received so far, or the last one was restored. */
        IDLE,
        LIVE,
        /** The lease was not renewed in time. */
        EXPIRED,
        /** A stale token, a stale order or a share above the pool's maximum; the previous lease is untouched. */
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
