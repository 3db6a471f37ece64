package dev.redliner.collector.envoy;

import dev.redliner.collector.sample.ReadFailed;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The names that statistics of some clusters and of a listener have on a page of Prometheus. There, the name of a
 * cluster up to its first dot is a label, and the rest of it is a part of the name of the metric:
 * {@code cluster.shop-sut-a.1.upstream_rq_total} is {@code envoy_cluster_1_upstream_rq_total} of the cluster
 * {@code shop-sut-a}.
 */
final class PageNames {
    private static final String CLUSTER = "envoy_cluster_";
    /** The label of an Envoy; with own tags, as in a service mesh, the prefix may be missing. */
    private static final String CLUSTER_LABEL = "cluster_name";

    private static final String CLASS_LABEL = "response_code_class";
    private static final String LISTENER_LABEL = "http_conn_manager_prefix";
    private static final String OUTLIER = "outlier_detection_";
    private static final Pattern CLASS = Pattern.compile("[1-5](xx)?");

    /** The clusters by their label, and by the beginning of the names of their metrics. */
    private final Map<String, Map<String, String>> clusters = new HashMap<>();

    private final String listener;
    /** The name of the listener's latencies without a label for the listener. */
    private final String latenciesOfListener;

    private final List<String> named;
    private @Nullable String ambiguous;

    PageNames(Collection<String> clusters, String listener) {
        this.listener = listener;
        this.latenciesOfListener = "envoy_http_" + sanitized(listener) + "_downstream_rq_time";
        this.named = List.copyOf(clusters);
        for (String cluster : clusters) {
            String same = this.clusters
                    .computeIfAbsent(label(cluster), unused -> new HashMap<>())
                    .put(beginning(cluster), cluster);
            if (same != null) {
                ambiguous = "the clusters " + same + " and " + cluster + " have the same name on the page";
            }
        }
    }

    /** @throws ReadFailed if two of the clusters have the same name on the page */
    void requireDistinct() throws ReadFailed {
        if (ambiguous != null) {
            throw new ReadFailed(ambiguous);
        }
    }

    /**
     * Requires that the errors of each cluster are on the page. With labels of another kind they would count as none.
     *
     * @throws ReadFailed if a cluster has answers, and their classes are not on the page
     */
    void requireClasses(Map<String, Double> values) throws ReadFailed {
        for (String cluster : named) {
            String prefix = "cluster." + cluster + ".upstream_rq_";
            boolean classes = IntStream.rangeClosed(1, 5).anyMatch(digit -> values.containsKey(prefix + digit + "xx"));
            if (values.getOrDefault(prefix + "completed", 0.0) > 0 && !classes) {
                throw new ReadFailed("the page has answers of the cluster " + cluster + ", and no label " + CLASS_LABEL
                        + " with their classes");
            }
        }
    }

    private static String label(String cluster) {
        int dot = cluster.indexOf('.');
        return dot < 0 ? cluster : cluster.substring(0, dot);
    }

    private static String beginning(String cluster) {
        int dot = cluster.indexOf('.');
        return dot < 0 ? CLUSTER : CLUSTER + sanitized(cluster.substring(dot + 1)) + "_";
    }

    private static String sanitized(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    /**
     * The name of the statistic in Envoy's own pages; empty if it is of no interest here.
     *
     * @param name of the metric
     * @param labels of the series
     */
    Optional<String> of(String name, Map<String, String> labels) {
        if (name.equals("envoy_server_uptime")) {
            return Optional.of(StatisticsFilter.UPTIME);
        }
        if (name.equals("envoy_http_downstream_rq_time")) {
            return label(labels, LISTENER_LABEL)
                    .filter(listener::equals)
                    .map(prefix -> "http." + prefix + ".downstream_rq_time");
        }
        if (name.equals(latenciesOfListener)) {
            return Optional.of("http." + listener + ".downstream_rq_time");
        }
        return label(labels, CLUSTER_LABEL).flatMap(label -> ofCluster(name, label, labels));
    }

    private Optional<String> ofCluster(String name, String label, Map<String, String> labels) {
        return clusters.getOrDefault(label, Map.of()).entrySet().stream()
                .filter(each -> name.startsWith(each.getKey()))
                // the name of a host of a set may begin as that of another one
                .max(Comparator.comparingInt(each -> each.getKey().length()))
                .map(each -> "cluster." + each.getValue() + "."
                        + statistic(name.substring(each.getKey().length()), labels));
    }

    /** The class of an answer is 5 in a label of Envoy, and 5xx in one of a service mesh. */
    private static String statistic(String name, Map<String, String> labels) {
        Optional<String> answers =
                label(labels, CLASS_LABEL).filter(label -> CLASS.matcher(label).matches());
        if (answers.isPresent() && (name.equals("upstream_rq_xx") || name.equals("upstream_rq"))) {
            return "upstream_rq_" + answers.get().charAt(0) + "xx";
        }
        return name.startsWith(OUTLIER) ? "outlier_detection." + name.substring(OUTLIER.length()) : name;
    }

    private static Optional<String> label(Map<String, String> labels, String name) {
        return Optional.ofNullable(labels.getOrDefault("envoy_" + name, labels.get(name)));
    }
}
