package dev.redliner.collector.traffic;

import dev.redliner.collector.envoy.EnvoyStats;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Requests that an Envoy sent to its clusters since it started. With {@code usedonly} Envoy omits counters that never
 * counted. Each cluster with a host has counted its {@code membership_change}, which distinguishes a cluster without
 * requests from one that does not exist.
 *
 * @param requests by the cluster's name; zero for a cluster without requests
 */
record ClusterTotals(Map<String, Long> requests) {
    private static final String PREFIX = "cluster.";
    private static final String REQUESTS = ".upstream_rq_total";
    private static final String EXISTS = ".membership_change";

    ClusterTotals {
        requests = Map.copyOf(requests);
    }

    static ClusterTotals of(EnvoyStats stats) {
        var requests = new HashMap<String, Long>();
        stats.values().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                add(requests, name.substring(PREFIX.length()), value.longValue());
            }
        });
        return new ClusterTotals(requests);
    }

    private static void add(Map<String, Long> requests, String stat, long value) {
        if (stat.endsWith(EXISTS)) {
            requests.putIfAbsent(stat.substring(0, stat.length() - EXISTS.length()), 0L);
        } else if (stat.endsWith(REQUESTS)) {
            requests.put(stat.substring(0, stat.length() - REQUESTS.length()), value);
        }
    }

    /** Requests to these clusters since an earlier read; empty if a cluster is missing in either read, or was reset. */
    OptionalLong since(ClusterTotals earlier, Collection<String> clusters) {
        long sum = 0;
        for (String cluster : clusters) {
            Long before = earlier.requests.get(cluster);
            Long now = requests.get(cluster);
            if (before == null || now == null || now < before) {
                return OptionalLong.empty();
            }
            sum += now - before;
        }
        return OptionalLong.of(sum);
    }
}
