package dev.redliner.redirector.lease;

import dev.redliner.contracts.redirect.RedirectReport;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pool's lease.
 *
 * @param state IDLE, LIVE or EXPIRED
 * @param lease the live or expired lease; null while idle
 */
public record LeaseStatus(RedirectReport.Lease state, @Nullable Lease lease) {
    static final LeaseStatus IDLE = new LeaseStatus(RedirectReport.Lease.IDLE, null);

    public LeaseStatus {
        if ((state == RedirectReport.Lease.IDLE) != (lease == null)) {
            throw new IllegalArgumentException(state + " with lease " + lease);
        }
    }

    static LeaseStatus live(Lease lease) {
        return new LeaseStatus(RedirectReport.Lease.LIVE, lease);
    }

    static LeaseStatus expired(Lease lease) {
        return new LeaseStatus(RedirectReport.Lease.EXPIRED, lease);
    }
}
