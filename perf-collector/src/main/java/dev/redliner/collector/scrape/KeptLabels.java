package dev.redliner.collector.scrape;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The labels that are kept. A sum over all labels has no meaning for the memory of a heap and its surroundings, or for
 * threads that run and threads that wait. The families are those of Micrometer, of Prometheus's Java client and of the
 * JMX exporter.
 */
final class KeptLabels {
    private static final Map<String, List<String>> LABELS = Map.ofEntries(
            Map.entry("jvm_memory_used_bytes", List.of("area")),
            Map.entry("jvm_memory_committed_bytes", List.of("area")),
            Map.entry("jvm_memory_max_bytes", List.of("area")),
            Map.entry("jvm_memory_bytes_used", List.of("area")),
            Map.entry("jvm_memory_bytes_committed", List.of("area")),
            Map.entry("jvm_memory_bytes_max", List.of("area")),
            Map.entry("jvm_buffer_memory_used_bytes", List.of("id")),
            Map.entry("jvm_buffer_pool_used_bytes", List.of("pool")),
            Map.entry("jvm_threads_states_threads", List.of("state")),
            Map.entry("jvm_threads_state", List.of("state")),
            Map.entry("jvm_gc_pause_seconds", List.of("cause")),
            Map.entry("jvm_gc_collection_seconds", List.of("gc")),
            Map.entry("hikaricp_connections", List.of("pool")),
            Map.entry("hikaricp_connections_active", List.of("pool")),
            Map.entry("hikaricp_connections_idle", List.of("pool")),
            Map.entry("hikaricp_connections_pending", List.of("pool")),
            Map.entry("hikaricp_connections_max", List.of("pool")),
            Map.entry("jdbc_connections_active", List.of("name")),
            Map.entry("jdbc_connections_max", List.of("name")),
            Map.entry("executor_active_threads", List.of("name")),
            Map.entry("executor_queued_tasks", List.of("name")),
            Map.entry("executor_pool_max_threads", List.of("name")),
            Map.entry("tomcat_threads_busy_threads", List.of("name")),
            Map.entry("tomcat_threads_config_max_threads", List.of("name")),
            Map.entry("http_server_requests_seconds", List.of("outcome")),
            Map.entry("node_cpu_seconds_total", List.of("mode")),
            Map.entry("node_network_receive_bytes_total", List.of("device")),
            Map.entry("node_network_transmit_bytes_total", List.of("device")),
            Map.entry("node_disk_io_time_seconds_total", List.of("device")));

    private KeptLabels() {}

    /** The name of a series with its kept label and the value, such as {@code jvm_memory_used_bytes_area_heap}. */
    static Optional<String> nameOf(String family, MetricLine series) {
        // series with a le or quantile keep that label instead
        if (series.labels().containsKey("le") || series.labels().containsKey("quantile")) {
            return Optional.empty();
        }
        return LABELS.getOrDefault(family, List.of()).stream()
                .filter(label -> !series.labels().getOrDefault(label, "").isEmpty())
                .findFirst()
                .map(label ->
                        MetricNaming.of(series.name(), label, series.labels().get(label)));
    }
}
