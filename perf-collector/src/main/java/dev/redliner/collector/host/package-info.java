/**
 * The node itself, and the process of the service on it. On Linux the files of {@code /proc} and {@code /sys} are read
 * directly, because a full poll by OSHI costs more than all of them; {@link dev.redliner.collector.procfs} has their
 * parsers. On other systems OSHI reads the basic values. A value that the system does not provide is a gap.
 *
 * <p>{@code docs/configuration.md}, "Metrics of a host", has the name, kind and unit of each value. Rules may read those
 * of {@link dev.redliner.contracts.sample.HostMetrics} and {@link dev.redliner.contracts.sample.HostEvidence}. The gauges
 * {@code host.boot} (seconds since 1970, as of the first read: the kernel's value moves with the clock),
 * {@code host.cpus} (CPUs, or the quota if it is lower) and {@code host.memory} (bytes, or the limit if it is lower)
 * identify the host.
 */
@NullMarked
package dev.redliner.collector.host;

import org.jspecify.annotations.NullMarked;
