package dev.redliner.contracts.sample;

import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.pool.DependencyMetric;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The signals of every run: metrics whose values are kept for each step, whether or not a rule reads them. The names
 * are those of rules. A signal that no collector reports costs nothing.
 */
public final class SignalNames {
    private static final List<String> OF_ENVOY = List.of(
            MetricNames.ACTIVE,
            MetricNames.TIMEOUTS,
            MetricNames.RESETS,
            MetricNames.GIVEN_UP,
            MetricNames.CONNECT_FAILURES,
            MetricNames.ENVOY_BUSY,
            MetricNames.DOWNSTREAM_SECONDS);

    /** As Micrometer and the Prometheus client for Java name them, with the labels that the collector keeps. */
    private static final List<String> OF_JVM = List.of(
            "jvm.memory_used_bytes_area_heap",
            "jvm.memory_used_bytes_area_nonheap",
            "jvm.memory_max_bytes_area_heap",
            "jvm.memory_usage_after_gc",
            "jvm.gc_pause_seconds_sum",
            "jvm.gc_pause_seconds_count",
            "jvm.hiccup_seconds_sum",
            "jvm.hiccup_seconds_count",
            "jvm.memory_pool_collection_used_bytes",
            "jvm.gc_memory_allocated_bytes_total",
            "jvm.memory_pool_allocated_bytes_total",
            "jvm.gc_collection_seconds_sum",
            "jvm.gc_collection_seconds_count",
            "jvm.threads_live_threads",
            "jvm.threads_current",
            "jvm.threads_states_threads_state_runnable",
            "jvm.threads_states_threads_state_blocked",
            "jvm.threads_states_threads_state_waiting",
            "jvm.threads_states_threads_state_timed_waiting",
            "jvm.threads_state_state_RUNNABLE",
            "jvm.threads_state_state_BLOCKED",
            "jvm.threads_state_state_WAITING",
            "jvm.threads_state_state_TIMED_WAITING");

    /** As the instrumentation of OpenTelemetry for Java names them, with the units and labels that the collector adds. */
    private static final List<String> OF_OPEN_TELEMETRY = List.of(
            "jvm.memory_used_bytes_area_non_heap",
            "jvm.memory_limit_bytes_area_heap",
            "jvm.memory_used_after_last_gc_bytes_area_heap",
            "jvm.gc_duration_seconds_sum",
            "jvm.gc_duration_seconds_count",
            "jvm.thread_count",
            "jvm.cpu_recent_utilization",
            "app.http_server_request_duration_seconds_sum",
            "app.http_server_request_duration_seconds_count",
            "app.http_server_active_requests",
            "app.db_client_connection_count_state_used",
            "app.db_client_connection_count_state_idle",
            "app.db_client_connection_pending_requests");

    private static final List<String> OF_SERVICE = List.of(
            "app.process_cpu_usage",
            "app.process_cpu_seconds_total",
            "app.process_resident_memory_bytes",
            "app.process_open_fds",
            "app.process_max_fds",
            "app.process_files_open_files",
            "app.process_files_max_files",
            "app.tomcat_threads_busy_threads",
            "app.tomcat_threads_current_threads",
            "app.tomcat_threads_config_max_threads",
            "app.executor_active_threads",
            "app.executor_queued_tasks",
            "app.hikaricp_connections_active",
            "app.hikaricp_connections_pending",
            "app.hikaricp_connections_max",
            "app.jdbc_connections_active",
            "app.jdbc_connections_max",
            "app.http_server_requests_seconds_sum",
            "app.http_server_requests_seconds_count");

    /** The built-in signals. Those of hosts are all of {@link HostMetrics} and {@link HostEvidence}. */
    public static final List<String> BUILT_IN = Stream.of(
                    HostEvidence.WITH_METRICS, OF_ENVOY, OF_JVM, OF_OPEN_TELEMETRY, OF_SERVICE)
            .flatMap(List::stream)
            .toList();

    /** The built-in signals of each dependency. */
    public static final List<String> OF_DEPENDENCY = List.of(
            MetricNames.HOST_CPU,
            HostEvidence.CPU_IOWAIT,
            HostEvidence.CPU_BUSIEST,
            HostMetrics.MEMORY_USED,
            HostMetrics.DISK_BUSY,
            HostEvidence.NET_BUSY,
            HostEvidence.RUN_QUEUE,
            HostEvidence.BLOCKED);

    /** Signals of which the highest reading counts, over a tick, a step and several hosts: a mean would hide one long pause. */
    private static final Set<String> HIGHEST = Set.of(HostEvidence.JVM_LONGEST_STOP);

    private SignalNames() {}

    /**
     * Whether the highest reading of a signal counts, and not the mean.
     *
     * @param name with or without the prefix of peers or of a dependency
     */
    public static boolean isHighest(String name) {
        return HIGHEST.stream().anyMatch(highest -> name.equals(highest) || name.endsWith("." + highest));
    }

    /**
     * The signals of a run, without duplicates. Their number is bounded, because those of the service and the dependencies
     * are.
     *
     * @param own those of the service
     * @param dependencies its watched dependencies
     */
    public static List<String> of(List<String> own, List<Dependency> dependencies) {
        Stream<String> ofDependencies = dependencies.stream().flatMap(dependency -> OF_DEPENDENCY.stream()
                .map(metric -> new DependencyMetric(dependency.word(), metric).name()));
        return Stream.of(own.stream(), BUILT_IN.stream(), ofDependencies)
                .flatMap(names -> names)
                .distinct()
                .toList();
    }
}
