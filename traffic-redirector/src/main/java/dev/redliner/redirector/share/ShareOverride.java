package dev.redliner.redirector.share;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.redirector.lease.Lease;
import java.util.Objects;

/**
 * A pool with a share that differs from its baseline while a lease is live.
 *
 * @param pool the pool
 * @param lease the lease of this pool
 */
public record ShareOverride(Pool pool, Lease lease) {
    public ShareOverride {
        Objects.requireNonNull(pool, "pool");
        if (!lease.order().pool().equals(pool.name())) {
            throw new IllegalArgumentException("a lease of " + lease.order().pool() + " for pool " + pool.name());
        }
    }

    RuntimeLayer.Entry entry() {
        return new RuntimeLayer.Entry(
                pool.runtimeKey(),
                RuntimeFraction.of(pool, lease.share()),
                RuntimeFraction.effective(pool, lease.share()));
    }
}
