package dev.redliner.standalone.restore;

import java.util.List;

/**
 * What was found of a pool.
 *
 * @param pool its name
 * @param journal what the journal says of it
 * @param envoys what each of its Envoys holds
 * @param restored whether all of them were seen on their baseline
 */
public record PoolFound(String pool, String journal, List<HeldShare> envoys, Restored restored) {
    public PoolFound {
        envoys = List.copyOf(envoys);
    }

    static PoolFound of(String pool, String journal, List<HeldShare> envoys) {
        return new PoolFound(
                pool,
                journal,
                envoys,
                Restored.all(envoys.stream().map(HeldShare::restored).toList()));
    }
}
