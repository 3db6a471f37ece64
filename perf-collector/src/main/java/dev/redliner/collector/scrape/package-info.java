/**
 * A service's own metrics, from a page of Prometheus text (0.0.4), OpenMetrics (1.0) or Prometheus protobuf.
 *
 * <p>Rules name {@code jvm_foo} as {@code jvm.foo} and any other {@code foo_bar} as {@code app.foo_bar}. The series of
 * one name are added over their labels, counters and gauges alike. The sum is correct for requests or bytes, and has no
 * meaning for values such as a temperature. Histograms keep their series: {@code app.x_bucket_le_0_5},
 * {@code app.x_count} and {@code app.x_sum} are counters. Summaries keep their series too: {@code app.x_quantile_0_99}
 * is a gauge, and a gap if there are several series, because quantiles cannot be added. Native histograms are
 * {@linkplain dev.redliner.collector.sample.Reading#latencies latencies}.
 *
 * <p>The labels of {@link KeptLabels} give further names: {@code jvm.memory_used_bytes} and
 * {@code jvm.memory_used_bytes_area_heap}. A page of node_exporter also gives metrics of its host
 * ({@link NodeExporterPage}). {@code docs/sources.md} has the limits of a page.
 *
 * <p>A gauge {@code redliner_host_cpu} (fraction, 0 to 1) replaces {@code host.cpu} of the host: where several
 * simulated hosts share a machine, each reports its own.
 *
 * <p>Two more gauges, which are not available to rules, distinguish one process from the next. {@code process.start} is
 * {@code process_start_time_seconds}. {@code process.build} is a number made of the labels of series that describe a
 * build ({@code *_build_info}, {@code application_info}, {@code jvm_info}). Their families are always read, independent
 * of the included families.
 */
@NullMarked
package dev.redliner.collector.scrape;

import org.jspecify.annotations.NullMarked;
