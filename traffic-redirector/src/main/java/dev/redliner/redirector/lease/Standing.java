package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectReport;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pool's lease.
 *
 * @param state IDLE, LIVE or EXPIRED
 * @param lease the live or expired lease; null while idle
 */
public record Standing(RedirectReport.Lease state, @Nullable Lease lease) {
    static final Standing IDLE = new Standing(RedirectReport.Lease.IDLE, null);

    public Standing {
        if ((state == RedirectReport.Lease.IDLE) != (lease == null)) {
            throw new IllegalArgumentException(state + " with lease " + lease);
        }
    }

    static Standing live(Lease lease) {
        return new Standing(RedirectReport.Lease.LIVE, lease);
    }

    static Standing expired(Lease lease) {
        return new Standing(RedirectReport.Lease.EXPIRED, lease);
    }
}
