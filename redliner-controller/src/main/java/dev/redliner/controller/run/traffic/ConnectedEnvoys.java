package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts the connected Envoys of each node id. An Envoy that moves to another replica is in the reports of both
 * replicas for a while: until the replica that it left reports again, is considered gone, or detects that the
 * connection died. Only a node id that several replicas report for longer than that belongs to several Envoys.
 *
 * @param reportedTwice since when several replicas report a node id, by node id
 */
record ConnectedEnvoys(Map<String, Instant> reportedTwice) {
    /** A replica detects a dead connection within 8 s. A replica that died is considered gone after 5 s. */
    private static final Duration MOVES_WITHIN = Duration.ofSeconds(10);

    static final ConnectedEnvoys NONE = new ConnectedEnvoys(Map.of());

    ConnectedEnvoys {
        reportedTwice = Map.copyOf(reportedTwice);
    }

    ConnectedEnvoys with(Collection<RedirectReport> reports, Instant now) {
        var since = new LinkedHashMap<String, Instant>();
        replicas(reports).forEach((node, replicas) -> {
            if (replicas > 1) {
                since.put(node, reportedTwice.getOrDefault(node, now));
            }
        });
        return new ConnectedEnvoys(since);
    }

    /** The lowest possible number of Envoys, by node id. */
    Map<String, Long> fewest(Collection<RedirectReport> reports, Instant now) {
        var envoys = new TreeMap<String, Long>();
        reports.forEach(report -> count(report).forEach((node, count) -> envoys.merge(node, count, Math::max)));
        Map<String, Long> most = most(reports);
        reportedTwice.forEach((node, since) -> {
            if (!since.plus(MOVES_WITHIN).isAfter(now)) {
                envoys.computeIfPresent(node, (id, fewest) -> most.getOrDefault(id, fewest));
            }
        });
        return envoys;
    }

    /** The highest possible number of Envoys, by node id. */
    static Map<String, Long> most(Collection<RedirectReport> reports) {
        var envoys = new TreeMap<String, Long>();
        reports.forEach(report -> count(report).forEach((node, count) -> envoys.merge(node, count, Long::sum)));
        return envoys;
    }

    private static Map<String, Long> replicas(Collection<RedirectReport> reports) {
        return reports.stream()
                .flatMap(report -> count(report).keySet().stream())
                .collect(Collectors.groupingBy(node -> node, Collectors.counting()));
    }

    private static Map<String, Long> count(RedirectReport report) {
        return report.envoys().stream().collect(Collectors.groupingBy(EnvoyState::node, Collectors.counting()));
    }
}
