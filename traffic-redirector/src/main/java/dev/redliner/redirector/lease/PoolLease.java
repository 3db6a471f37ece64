package dev.redliner.redirector.lease;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fence and the standing of one pool. Immutable: an order or a moment gives the next state, so that tests can try
 * every order of events.
 *
 * <p>A SHIFT opens or renews the lease, or is rejected. A RESTORE with a token that is not below the fence ends the
 * lease at once, regardless of the age of the order: returning to the baseline is always safe. Every order raises the
 * fence, even a rejected one, because a higher token proves that an older run was deposed; the lease of the older run
 * ends with it.
 *
 * @param fence the newest order received
 * @param standing the lease, if there is one
 */
public record PoolLease(Fence fence, LeaseStatus standing) {
    /** A pool without any orders so far. */
    public static final PoolLease NONE = new PoolLease(Fence.NONE, LeaseStatus.IDLE);

    public PoolLease {
        Objects.requireNonNull(fence, "fence");
        Objects.requireNonNull(standing, "standing");
    }

    /**
     * The result of an order.
     *
     * @param next the new state of the pool
     * @param ruling the decision about the order
     */
    public record Ruled(PoolLease next, OrderResult ruling) {}

    /**
     * Rules on an order.
     *
     * @param pool the record of the order's pool; null if there is none
     * @param now time of receipt
     * @param maxValidity the longest validity that an order may have
     */
    public Ruled rule(RedirectOrder order, @Nullable PoolRecord pool, Moment now, Duration maxValidity) {
        return switch (order.action()) {
            case SHIFT -> shift(order, pool, now, maxValidity);
            case RESTORE -> restore(order);
        };
    }

    private Ruled shift(RedirectOrder order, @Nullable PoolRecord pool, Moment now, Duration maxValidity) {
        Optional<OrderResult.Refused> refusal = OrderCheck.refusal(order, pool, fence, now, maxValidity);
        if (refusal.isPresent()) {
            return raised(order, deposedBy(order) ? LeaseStatus.IDLE : standing, refusal.get());
        }
        var lease = new Lease(order, now);
        boolean sameAsBefore =
                live(now).filter(before -> before.asksTheSameAs(lease)).isPresent();
        return raised(
                order,
                LeaseStatus.live(lease),
                sameAsBefore ? new OrderResult.Renewed(lease) : new OrderResult.Opened(lease));
    }

    /** A higher token proves that the lease's run was deposed, even if the order with that token is rejected. */
    private boolean deposedBy(RedirectOrder order) {
        Lease lease = standing.lease();
        return lease != null && lease.order().token() < order.token();
    }

    private Ruled restore(RedirectOrder order) {
        return fence.deposes(order)
                ? raised(order, standing, OrderCheck.fenced(order, fence).orElseThrow())
                : raised(order, LeaseStatus.IDLE, new OrderResult.Restored(order));
    }

    private Ruled raised(RedirectOrder order, LeaseStatus after, OrderResult ruling) {
        return new Ruled(new PoolLease(fence.raisedTo(order), after), ruling);
    }

    /** The lease if it is live now. */
    public Optional<Lease> live(Moment now) {
        return Optional.ofNullable(standing.lease()).filter(lease -> lease.liveAt(now));
    }

    /** The state at this moment; the same instance unless the lease has just expired because it was not renewed. */
    public PoolLease at(Moment now) {
        Lease lease = standing.lease();
        if (lease == null || standing.state() != RedirectReport.Lease.LIVE || lease.liveAt(now)) {
            return this;
        }
        return new PoolLease(fence, LeaseStatus.expired(lease));
    }

    /** This state without its lease; the fence stays. */
    public PoolLease dropped() {
        return new PoolLease(fence, LeaseStatus.IDLE);
    }
}
