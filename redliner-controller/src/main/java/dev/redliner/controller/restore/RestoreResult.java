package dev.redliner.controller.restore;

import java.util.List;

/**
 * What came of putting everything back.
 *
 * @param restored whether every pool was seen to be back
 * @param journal whether the journal could be read; without it, only pools are known that have an Envoy connected
 * @param pools each pool
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
