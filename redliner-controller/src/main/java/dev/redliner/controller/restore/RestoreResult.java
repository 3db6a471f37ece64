package dev.redliner.controller.restore;

import java.util.List;

/**
 * The result of restoring all pools.
 *
 * @param restored whether every pool was seen to be restored
 * @param journal whether the journal could be read; without it, only pools with a connected Envoy are found
 * @param pools the result of each pool
 */
public record RestoreResult(boolean restored, boolean journal, List<PoolRestored> pools) {
    public RestoreResult {
        pools = List.copyOf(pools);
    }

    static RestoreResult of(boolean journal, List<PoolRestored> pools) {
        boolean all = journal && pools.stream().allMatch(it -> it.outcome() == PoolRestored.Outcome.RESTORED);
        return new RestoreResult(all, journal, pools);
    }
}
