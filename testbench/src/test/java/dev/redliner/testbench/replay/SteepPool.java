package dev.redliner.testbench.replay;

import dev.redliner.api.RunReport;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.report.RunReports;
import dev.redliner.search.SearchStart;
import dev.redliner.testbench.chance.PoolInVirtualTime;
import dev.redliner.testbench.chance.QuietHosts;
import dev.redliner.testbench.chance.QuietService;

/** A measured pool whose first host answers one request in a hundred too slowly at {@link #REDLINE}. */
final class SteepPool {
    static final double REDLINE = 100;
    private static final double ALLOWED = 0.01;
    /** The slow fraction grows by this power of the load. */
    private static final double STEEPNESS = 20;

    private static final double MOST = 0.9;
    private static final double LONGEST_SECONDS = 1_800;
    private static final QuietService SERVICE = new QuietService(4, 60, 1.5, Tier.BACK_END, 1, 0.05);

    private SteepPool() {}

    /** The pool after a whole run. */
    static PoolInVirtualTime measured(long seed, SearchStart search) {
        var pool = new PoolInVirtualTime(SERVICE, seed, search);
        pool.begin();
        while (!pool.run().state().over()) {
            if (pool.seconds() > LONGEST_SECONDS) {
                throw new IllegalStateException(
                        "the run is not over: " + pool.run().decided());
            }
            double slow = ALLOWED * Math.pow(pool.load() / REDLINE, STEEPNESS);
            pool.sut.get(0).bad(Math.min(MOST, slow), QuietHosts.FAILED);
            pool.pass();
        }
        return pool;
    }

    static RunReport report(PoolInVirtualTime pool) {
        return RunReports.of(pool.run(), pool.run().endedAt().orElseThrow());
    }
}
