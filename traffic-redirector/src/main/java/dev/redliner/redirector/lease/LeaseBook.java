package dev.redliner.redirector.lease;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The {@link PoolLease} of each pool. Not safe for concurrent use. */
public final class LeaseBook {
    private final Duration maxValidity;
    private final Map<String, PoolLease> pools = new HashMap<>();

    /** @param maxValidity the longest validity that an order may have */
    public LeaseBook(Duration maxValidity) {
        this.maxValidity = maxValidity;
    }

    /**
     * Rules on an order.
     *
     * @param pool the record of the order's pool; null if there is none
     * @param now time of receipt
     */
    public OrderResult rule(RedirectOrder order, @Nullable PoolRecord pool, Moment now) {
        PoolLease.Ruled ruled = of(order.pool()).rule(order, pool, now, maxValidity);
        pools.put(order.pool(), ruled.next());
        return ruled.ruling();
    }

    /** Ends the lease of a pool whose definition no longer matches the lease. */
    public void drop(String pool) {
        pools.computeIfPresent(pool, (name, lease) -> lease.dropped());
    }

    /**
     * Ends leases that were not renewed in time and returns those that ended since the last call; each is returned
     * once.
     */
    public List<Lease> expire(Moment now) {
        List<Lease> ended = new ArrayList<>();
        pools.replaceAll((pool, before) -> {
            PoolLease after = before.at(now);
            if (after != before) {
                ended.add(Objects.requireNonNull(after.standing().lease()));
            }
            return after;
        });
        return ended;
    }

    /** The pool's lease if it is live now. */
    public Optional<Lease> live(String pool, Moment now) {
        return of(pool).live(now);
    }

    /** The standing of the pool, as of the last {@link #expire}. */
    public LeaseStatus standing(String pool) {
        return of(pool).standing();
    }

    /** All leases that are live now. */
    public List<Lease> live(Moment now) {
        List<Lease> live = new ArrayList<>();
        pools.values().forEach(pool -> pool.live(now).ifPresent(live::add));
        return live;
    }

    private PoolLease of(String pool) {
        return pools.getOrDefault(pool, PoolLease.NONE);
    }
}
