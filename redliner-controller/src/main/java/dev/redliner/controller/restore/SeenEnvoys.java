package dev.redliner.controller.restore;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.controller.envoys.NewestReports;
import dev.redliner.controller.envoys.NewestReports.Arrived;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The latest reports of the redirectors about every pool's Envoys, whether or not they belong to a run. */
public final class SeenEnvoys {
    private final Map<String, NewestReports> byPool = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public SeenEnvoys(InstantSource clock) {
        this.clock = clock;
    }

    /** Receives a report of a redirector. */
    public void handle(RedirectReport report) {
        Instant now = clock.instant();
        byPool.compute(
                report.pool(), (pool, before) -> (before == null ? NewestReports.NONE : before).with(report, now));
    }

    /** The pools with a connected Envoy. */
    Set<String> pools() {
        Set<String> pools = new TreeSet<>(byPool.keySet());
        pools.removeIf(pool -> envoys(pool).isEmpty());
        return pools;
    }

    /** The Envoys of the pool, according to recent reports. */
    public List<EnvoyState> envoys(String pool) {
        return reports(pool).envoys(clock.instant());
    }

    /** Whether an Envoy holds something else than its baseline, or is not confirmed to hold its baseline. */
    boolean away(String pool) {
        return envoys(pool).stream().anyMatch(it -> !it.confirmedBaseline());
    }

    /** Whether every replica that reports on the pool has reported since. */
    boolean allHeardSince(String pool, Instant since) {
        List<Arrived> recent = reports(pool).recent(clock.instant());
        return !recent.isEmpty() && recent.stream().allMatch(it -> it.at().isAfter(since));
    }

    /** The highest fencing token of the leases that redirectors hold; 0 if there is none. */
    long token(String pool) {
        return reports(pool).recent(clock.instant()).stream()
                .mapToLong(it -> it.report().token())
                .max()
                .orElse(0);
    }

    private NewestReports reports(String pool) {
        return byPool.getOrDefault(pool, NewestReports.NONE);
    }
}
