package dev.redliner.redirector.order;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.lease.Lease;
import dev.redliner.redirector.lease.LeaseStatus;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.lease.OrderResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the state of this replica into reports. */
final class RedirectReports {
    private final String replica;
    private final MomentSource moments;

    RedirectReports(String replica, MomentSource moments) {
        this.replica = replica;
        this.moments = moments;
    }

    /** A report of the standing of a pool. */
    RedirectReport standing(String pool, LeaseStatus standing, List<EnvoyState> envoys) {
        Lease lease = standing.lease();
        if (lease == null) {
            return new RedirectReport(
                    pool, replica, moments.now().wall(), standing.state(), null, 0, 0, null, null, envoys);
        }
        boolean live = standing.state() == RedirectReport.Lease.LIVE;
        return new RedirectReport(
                pool,
                replica,
                moments.now().wall(),
                standing.state(),
                lease.order().run(),
                lease.order().token(),
                lease.order().sequence(),
                live ? lease.share() : null,
                null,
                envoys);
    }

    /**
     * A report of a rejected order.
     *
     * @param untouched the share that the live lease still asks for; null without a live lease
     */
    RedirectReport refusal(OrderResult.Refused refused, @Nullable Share untouched, List<EnvoyState> envoys) {
        return new RedirectReport(
                refused.order().pool(),
                replica,
                moments.now().wall(),
                RedirectReport.Lease.REFUSED,
                refused.order().run(),
                refused.order().token(),
                refused.order().sequence(),
                untouched,
                refused.why().label() + ": " + refused.detail(),
                envoys);
    }
}
