package dev.redliner.collector.envoy;

import dev.redliner.contracts.pool.EnvoySettings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;

/** The regular expressions by which an Envoy selects statistics, as parts of a query. */
final class StatisticsFilter {
    static final String UPTIME = "server.uptime";

    /**
     * Names that are longer than this together would make the address too long for Envoy; then all clusters are
     * requested.
     */
    private static final int LONGEST = 2_000;

    private StatisticsFilter() {}

    static String uptime() {
        return of("^server\\.uptime$");
    }

    static String statistics(Collection<String> clusters, String pool) {
        return of("^cluster\\.(" + named(clusters) + ")\\.(upstream_|membership_|lb_healthy|outlier)"
                + "|^cluster\\." + EnvoySettings.XDS_CLUSTER + "\\.(membership_total|upstream_rq_active)$"
                + "|^http\\." + pool + "\\.downstream_rq_time$"
                + "|^server\\.uptime$");
    }

    static String requests(Collection<String> clusters) {
        String names = named(clusters);
        return of("^cluster\\.(" + (names.length() > LONGEST ? ".*" : names)
                + ")\\.(upstream_rq_total|membership_change)$");
    }

    static String workers() {
        return of("^(server\\.uptime|listener_manager\\.worker_[0-9]+\\.dispatcher\\.(loop_duration|poll_delay)_us)$");
    }

    /** Cluster names consist of letters, digits, dashes, underscores and, for hosts in a set, dots. */
    private static String named(Collection<String> clusters) {
        return clusters.stream().sorted().map(name -> name.replace(".", "\\.")).collect(Collectors.joining("|"));
    }

    private static String of(String expression) {
        return "filter=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
    }
}
