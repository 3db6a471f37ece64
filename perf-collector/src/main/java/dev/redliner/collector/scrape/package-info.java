/**
 * A service's own metrics, from a page of Prometheus text (0.0.4) or OpenMetrics (1.0).
 *
 * <p>Rules name {@code jvm_foo} as {@code jvm.foo} and any other {@code foo_bar} as {@code app.foo_bar}. The series of
 * one name are added up over their labels, counters and gauges alike: right for requests or bytes, of no meaning for
 * something like a temperature. Histograms keep their series: {@code app.x_bucket_le_0_5}, {@code app.x_count} and
 * {@code app.x_sum} are counters; so do summaries: {@code app.x_quantile_0_99} is a gauge, and a gap if there are
 * several of it, since quantiles cannot be added.
 *
 * <p>A gauge {@code redliner_host_cpu} (fraction, 0 to 1) replaces {@code host.cpu} of the host: where several simulated
 * hosts share a machine, each tells its own.
 *
 * <p>Two more gauges, which no rule reads, tell one process from the next: {@code process.start}, which is
 * {@code process_start_time_seconds}, and {@code process.build}, a number made of the labels of series that describe a
 * build ({@code *_build_info}, {@code application_info}, {@code jvm_info}). Their families are read whatever is included.
 */
@NullMarked
package dev.redliner.collector.scrape;

import org.jspecify.annotations.NullMarked;
