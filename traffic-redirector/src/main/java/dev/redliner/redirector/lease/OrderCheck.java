package dev.redliner.redirector.lease;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.redirector.lease.OrderResult.Refused;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks whether a SHIFT may open or renew a lease. */
final class OrderCheck {
    private OrderCheck() {}

    /**
     * The reason to reject the order; empty if it is accepted. Fencing is checked first, because the other reasons are
     * irrelevant for an order of a deposed run.
     */
    static Optional<Refused> refusal(
            RedirectOrder order, @Nullable PoolRecord record, Fence fence, Moment now, Duration maxValidity) {
        return fenced(order, fence).or(() -> untimely(order, now, maxValidity)).or(() -> undeclared(order, record));
    }

    private static Optional<Refused> undeclared(RedirectOrder order, @Nullable PoolRecord record) {
        if (record == null) {
            return refuse(order, Refusal.UNKNOWN_POOL, "nothing is known of pool " + order.pool());
        }
        Pool pool = record.served();
        if (pool == null) {
            return refuse(order, Refusal.UNKNOWN_POOL, "pool " + order.pool() + " is no longer declared");
        }
        if (order.revision() != record.revision()) {
            return refuse(
                    order,
                    Refusal.OTHER_DEFINITION,
                    "it was made for revision " + order.revision()
                            + " of the pool, and this redirector serves revision " + record.revision());
        }
        return aboveMaximum(order, pool);
    }

    static Optional<Refused> fenced(RedirectOrder order, Fence fence) {
        if (fence.deposes(order)) {
            return refuse(order, Refusal.STALE_TOKEN, "token " + order.token() + " is below " + fence.token());
        }
        if (fence.outdates(order)) {
            return refuse(
                    order,
                    Refusal.STALE_SEQUENCE,
                    fence.sequence() == RedirectOrder.LAST_SEQUENCE
                            ? "the run was ended from elsewhere" + (fence.why() == null ? "" : ", by " + fence.why())
                            : "sequence " + order.sequence() + " of token " + order.token() + " is not above "
                                    + fence.sequence());
        }
        return Optional.empty();
    }

    private static Optional<Refused> untimely(RedirectOrder order, Moment now, Duration maxValidity) {
        Duration validFor = order.validFor();
        if (validFor.compareTo(maxValidity) > 0) {
            return refuse(order, Refusal.VALID_TOO_LONG, "valid for " + validFor + ", beyond " + maxValidity);
        }
        // compares ages instead of adding to issuedAt, which could overflow
        Duration age = Duration.between(order.issuedAt(), now.wall());
        if (age.compareTo(validFor) >= 0) {
            return refuse(order, Refusal.EXPIRED, "issued " + age + " ago, valid for " + validFor);
        }
        if (age.negated().compareTo(validFor) > 0) {
            return refuse(order, Refusal.FROM_THE_FUTURE, "issued " + age.negated() + " ahead, valid for " + validFor);
        }
        return Optional.empty();
    }

    private static Optional<Refused> aboveMaximum(RedirectOrder order, Pool pool) {
        return order.share().compareTo(pool.maxShare()) > 0
                ? refuse(order, Refusal.ABOVE_MAX_SHARE, "share " + order.share() + " is above " + pool.maxShare())
                : Optional.empty();
    }

    private static Optional<Refused> refuse(RedirectOrder order, Refusal why, String detail) {
        return Optional.of(new Refused(order, why, detail));
    }
}
