package dev.redliner.redirector.lease;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The leases of all pools, and the fence of each. One thread at a time.
 *
 * <p>A SHIFT opens or renews its pool's lease or is refused. A RESTORE whose token is not below the fence ends the lease
 * at once, however old it is: going back is always safe. Every order raises the fence, refused or not, because a higher
 * token proves that an older run was deposed.
 */
public final class LeaseBook {
    private final OrderCheck check;
    private final Map<String, Fence> fences = new HashMap<>();
    private final Map<String, Standing> standings = new HashMap<>();

    /**
     * @param maxValidity the longest that any order may be valid
     */
    public LeaseBook(Duration maxValidity) {
        this.check = new OrderCheck(maxValidity);
    }

    /**
     * Rules on an order.
     *
     * @param pool what is known of its pool; null if nothing is
     * @param now when it was received
     */
    public Ruling rule(RedirectOrder order, @Nullable Pool pool, Moment now) {
        Fence fence = fences.getOrDefault(order.pool(), Fence.NONE);
        fences.put(order.pool(), fence.raisedTo(order));
        return switch (order.action()) {
            case SHIFT -> shift(order, pool, fence, now);
            case RESTORE -> restore(order, fence);
        };
    }

    private Ruling shift(RedirectOrder order, @Nullable Pool pool, Fence fence, Moment now) {
        Optional<Ruling.Refused> refusal = check.refusal(order, pool, fence, now);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        Optional<Lease> before = live(order.pool(), now);
        var lease = new Lease(order, now);
        standings.put(order.pool(), Standing.live(lease));
        boolean sameAsBefore = before.isPresent()
                && before.get().share().equals(order.share())
                && before.get().order().token() == order.token();
        return sameAsBefore ? new Ruling.Renewed(lease) : new Ruling.Opened(lease);
    }

    private Ruling restore(RedirectOrder order, Fence fence) {
        if (fence.deposes(order)) {
            return OrderCheck.fenced(order, fence).orElseThrow();
        }
        standings.remove(order.pool());
        return new Ruling.Restored(order);
    }

    /** Ends the lease of a pool whose facts changed so that it no longer stands. */
    public void drop(String pool) {
        standings.remove(pool);
    }

    /** The leases that ended since the last call because nobody renewed them; each is named once. */
    public List<Lease> expire(Moment now) {
        List<Lease> ended = new ArrayList<>();
        standings.replaceAll((pool, standing) -> {
            Lease lease = standing.lease();
            if (lease == null || standing.state() != RedirectReport.Lease.LIVE || lease.liveAt(now)) {
                return standing;
            }
            ended.add(lease);
            return Standing.expired(lease);
        });
        return ended;
    }

    /** The pool's lease if it holds now. */
    public Optional<Lease> live(String pool, Moment now) {
        return Optional.ofNullable(standing(pool).lease()).filter(lease -> lease.liveAt(now));
    }

    /** How things stand for the pool, as of the last {@link #expire}. */
    public Standing standing(String pool) {
        return standings.getOrDefault(pool, Standing.IDLE);
    }

    /** All leases that hold now. */
    public List<Lease> live(Moment now) {
        List<Lease> live = new ArrayList<>();
        for (Standing standing : standings.values()) {
            Lease lease = standing.lease();
            if (lease != null && lease.liveAt(now)) {
                live.add(lease);
            }
        }
        return live;
    }
}
