package dev.redliner.controller.restore;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The latest reports of the redirectors about every pool's Envoys, whether or not they belong to a run. */
public final class SeenEnvoys {
    /** A replica reports once a second. A replica without a report for this long is considered gone. */
    private static final Duration SILENT = Duration.ofSeconds(5);

    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    private record Heard(RedirectReport report, Instant at) {}

    private final Map<String, Map<String, Heard>> byPool = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public SeenEnvoys(InstantSource clock) {
        this.clock = clock;
    }

    /** Receives a report of a redirector. */
    public void handle(RedirectReport report) {
        Instant now = clock.instant();
        Map<String, Heard> replicas = byPool.computeIfAbsent(report.pool(), pool -> new ConcurrentHashMap<>());
        replicas.put(report.redirector(), new Heard(report, now));
        // each replacement of a replica has a new name
        replicas.values().removeIf(heard -> heard.at().plus(FORGOTTEN).isBefore(now));
    }

    /** The pools with a connected Envoy. */
    Set<String> pools() {
        Set<String> pools = new TreeSet<>(byPool.keySet());
        pools.removeIf(pool -> envoys(pool).isEmpty());
        return pools;
    }

    /** The Envoys of the pool, according to recent reports. */
    public List<EnvoyState> envoys(String pool) {
        return lately(pool).stream()
                .flatMap(heard -> heard.report().envoys().stream())
                .toList();
    }

    /** Whether an Envoy holds something else than its baseline, or is not confirmed to hold its baseline. */
    boolean away(String pool) {
        return envoys(pool).stream().anyMatch(it -> it.state() != EnvoyState.State.BASELINE);
    }

    /** Whether every replica that reports on the pool has reported since. */
    boolean allHeardSince(String pool, Instant since) {
        Collection<Heard> heard = lately(pool);
        return !heard.isEmpty() && heard.stream().allMatch(it -> it.at().isAfter(since));
    }

    /** The highest fencing token of the leases that redirectors hold; 0 if there is none. */
    long token(String pool) {
        return lately(pool).stream().mapToLong(it -> it.report().token()).max().orElse(0);
    }

    private Collection<Heard> lately(String pool) {
        Instant oldest = clock.instant().minus(SILENT);
        return byPool.getOrDefault(pool, Map.of()).values().stream()
                .filter(heard -> !heard.at().isBefore(oldest))
                .toList();
    }
}
