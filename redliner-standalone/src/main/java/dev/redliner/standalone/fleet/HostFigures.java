package dev.redliner.standalone.fleet;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Locale;

/**
 * The figures that a host exports.
 *
 * @param cpuFraction busy workers over the last second, 0 to 1
 * @param requests requests that were answered since the start, with any status
 * @param errors of these, answered 5xx
 * @param inFlight waiting or being served
 */
record HostFigures(double cpuFraction, long requests, long errors, long inFlight) {

    /** The figures as Prometheus text, with a few process metrics as a JVM would export them. */
    String prometheus(Instant startedAt) {
        Runtime jvm = Runtime.getRuntime();
        var text = new StringBuilder(1024);
        metric(text, "redliner_host_cpu", "gauge", "Busy workers over the last second, 0 to 1.", cpuFraction);
        metric(text, "redliner_host_requests_total", "counter", "Requests answered.", (double) requests);
        metric(text, "redliner_host_errors_total", "counter", "Requests answered 5xx.", (double) errors);
        metric(text, "redliner_host_in_flight", "gauge", "Requests waiting or being served.", (double) inFlight);
        metric(text, "jvm_memory_used_bytes", "gauge", "Heap in use.", (double) (jvm.totalMemory() - jvm.freeMemory()));
        metric(text, "jvm_memory_max_bytes", "gauge", "Heap limit.", (double) jvm.maxMemory());
        metric(
                text,
                "jvm_threads_live_threads",
                "gauge",
                "Threads.",
                ManagementFactory.getThreadMXBean().getThreadCount());
        metric(
                text,
                "process_start_time_seconds",
                "gauge",
                "When the host started, in seconds since 1970.",
                startedAt.toEpochMilli() / 1000.0);
        return text.toString();
    }

    private static void metric(StringBuilder text, String name, String type, String help, double value) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append(name).append(' ').append(number(value)).append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6f", value);
    }
}
