package dev.redliner.standalone.restore;

import java.util.List;

/**
 * The result of a restore without a controller.
 *
 * @param database how much of the journal could be read
 * @param kafka whether orders were sent
 * @param pools every pool that was found
 * @param restored whether all pools were seen on their baseline
 */
public record OfflineResult(String database, String kafka, List<PoolFound> pools, Restored restored) {
    public OfflineResult {
        pools = List.copyOf(pools);
    }

    /** @param complete whether no other pool can exist; if one can, it may not be restored */
    static OfflineResult of(String database, String kafka, List<PoolFound> pools, boolean complete) {
        Restored found = Restored.all(pools.stream().map(PoolFound::restored).toList());
        return new OfflineResult(database, kafka, pools, complete || found == Restored.NO ? found : Restored.UNKNOWN);
    }
}
