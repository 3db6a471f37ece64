package dev.redliner.collector.traffic;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

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
    private static final String NAMED = "^cluster\\.(%s)\\.(upstream_rq_total|membership_change)$";

    /**
     * Names that are longer than this together would make the address too long for Envoy; then all clusters are
     * requested.
     */
    private static final int LONGEST_FILTER = 2_000;

    ClusterTotals {
        requests = Map.copyOf(requests);
    }

    /**
     * The query for an Envoy. Only a few of its counters have ever counted, so {@code usedonly} and
     * {@code type=Counters} save Envoy most of the work: 8 ms instead of 85 for 1,000 clusters.
     */
    static String query(Collection<String> clusters) {
        // cluster names consist of letters, digits, dashes, underscores and, for hosts in a set, dots
        String names =
                clusters.stream().sorted().map(name -> name.replace(".", "\\.")).collect(Collectors.joining("|"));
        return "/stats?usedonly&type=Counters&filter="
                + java.net.URLEncoder.encode(
                        NAMED.formatted(names.length() > LONGEST_FILTER ? ".*" : names),
                        java.nio.charset.StandardCharsets.UTF_8);
    }

    /** The totals in a page of {@code name: value} lines; other lines are ignored. */
    static ClusterTotals parse(String page) {
        var requests = new HashMap<String, Long>();
        page.lines().forEach(line -> {
            int colon = line.lastIndexOf(": ");
            if (colon > 0 && line.startsWith(PREFIX)) {
                add(requests, line.substring(PREFIX.length(), colon), line.substring(colon + 2));
            }
        });
        return new ClusterTotals(requests);
    }

    private static void add(Map<String, Long> requests, String stat, String value) {
        if (stat.endsWith(EXISTS)) {
            requests.putIfAbsent(stat.substring(0, stat.length() - EXISTS.length()), 0L);
        } else if (stat.endsWith(REQUESTS) && value.matches("[0-9]{1,18}")) {
            requests.put(stat.substring(0, stat.length() - REQUESTS.length()), Long.parseLong(value));
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
