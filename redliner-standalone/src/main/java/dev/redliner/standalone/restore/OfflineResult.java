package dev.redliner.standalone.restore;

import java.util.List;

/**
 * What came of a restore without a controller.
 *
 * @param database what could be had of the journal
 * @param kafka whether orders were sent
 * @param pools every pool that is known
 * @param restored whether all of them were seen on their baseline
 */
public record OfflineResult(String database, String kafka, List<PoolFound> pools, Restored restored) {
    public OfflineResult {
        pools = List.copyOf(pools);
    }

    static OfflineResult of(String database, String kafka, List<PoolFound> pools) {
        return new OfflineResult(
                database,
                kafka,
                pools,
                Restored.all(pools.stream().map(PoolFound::restored).toList()));
    }
}
