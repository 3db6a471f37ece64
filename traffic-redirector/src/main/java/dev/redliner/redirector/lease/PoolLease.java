package dev.redliner.redirector.lease;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fence of one pool and how things stand for it. Immutable: an order or a moment gives the next one, so that every
 * order of events can be tried out.
 *
 * <p>A SHIFT opens or renews the lease or is refused. A RESTORE whose token is not below the fence ends the lease at
 * once, however old it is: going back is always safe. Every order raises the fence, refused or not, because a higher
 * token proves that an older run was deposed; the lease of that one ends with it.
 *
 * @param fence the newest order seen
 * @param standing the lease, if there is one
 */
public record PoolLease(Fence fence, Standing standing) {
    /** Nothing was heard of the pool. */
    public static final PoolLease NONE = new PoolLease(Fence.NONE, Standing.IDLE);

    public PoolLease {
        Objects.requireNonNull(fence, "fence");
        Objects.requireNonNull(standing, "standing");
    }

    /**
     * What an order leads to.
     *
     * @param next what holds from now on
     * @param ruling what became of the order
     */
    public record Ruled(PoolLease next, Ruling ruling) {}

    /**
     * Rules on an order.
     *
     * @param pool what is known of its pool; null if nothing is
     * @param now when it was received
     * @param maxValidity the longest that any order may be valid
     */
    public Ruled rule(RedirectOrder order, @Nullable PoolRecord pool, Moment now, Duration maxValidity) {
        return switch (order.action()) {
            case SHIFT -> shift(order, pool, now, maxValidity);
            case RESTORE -> restore(order);
        };
    }

    private Ruled shift(RedirectOrder order, @Nullable PoolRecord pool, Moment now, Duration maxValidity) {
        Optional<Ruling.Refused> refusal = OrderCheck.refusal(order, pool, fence, now, maxValidity);
        if (refusal.isPresent()) {
            return raised(order, deposedBy(order) ? Standing.IDLE : standing, refusal.get());
        }
        var lease = new Lease(order, now);
        boolean sameAsBefore =
                live(now).filter(before -> before.asksTheSameAs(lease)).isPresent();
        return raised(order, Standing.live(lease), sameAsBefore ? new Ruling.Renewed(lease) : new Ruling.Opened(lease));
    }

    /** A higher token proves that the lease's run was deposed, whatever becomes of the order that bears it. */
    private boolean deposedBy(RedirectOrder order) {
        Lease lease = standing.lease();
        return lease != null && lease.order().token() < order.token();
    }

    private Ruled restore(RedirectOrder order) {
        return fence.deposes(order)
                ? raised(order, standing, OrderCheck.fenced(order, fence).orElseThrow())
                : raised(order, Standing.IDLE, new Ruling.Restored(order));
    }

    private Ruled raised(RedirectOrder order, Standing after, Ruling ruling) {
        return new Ruled(new PoolLease(fence.raisedTo(order), after), ruling);
    }

    /** The lease if it holds now. */
    public Optional<Lease> live(Moment now) {
        return Optional.ofNullable(standing.lease()).filter(lease -> lease.liveAt(now));
    }

    /** As it is now; the very same unless the lease just ended because nobody renewed it. */
    public PoolLease at(Moment now) {
        Lease lease = standing.lease();
        if (lease == null || standing.state() != RedirectReport.Lease.LIVE || lease.liveAt(now)) {
            return this;
        }
        return new PoolLease(fence, Standing.expired(lease));
    }

    /** Without its lease; the fence stays. */
    public PoolLease dropped() {
        return new PoolLease(fence, Standing.IDLE);
    }
}
