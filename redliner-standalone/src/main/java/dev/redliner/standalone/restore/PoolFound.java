package dev.redliner.standalone.restore;

import java.util.List;

/**
 * The findings about a pool.
 *
 * @param pool its name
 * @param journal the journal's record of the pool
 * @param envoys the shares that its Envoys hold
 * @param restored whether all Envoys were seen on their baseline
 */
public record PoolFound(String pool, String journal, List<EnvoyOverride> envoys, Restored restored) {
    public PoolFound {
        envoys = List.copyOf(envoys);
    }

    static PoolFound of(String pool, String journal, List<EnvoyOverride> envoys) {
        return new PoolFound(
                pool,
                journal,
                envoys,
                Restored.all(envoys.stream().map(EnvoyOverride::restored).toList()));
    }
}
