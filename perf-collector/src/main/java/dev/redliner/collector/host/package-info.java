/**
 * The node itself, by OSHI and {@code /proc}. Only what is named here is read; what the system does not show is a gap.
 *
 * <table>
 * <caption>Metrics of a host</caption>
 * <tr><th>name</th><th>kind</th><th>unit and meaning</th></tr>
 * <tr><td>{@code host.cpu}</td><td>gauge</td><td>fraction 0 to 1 of all CPUs in use since the read before; waiting for
 *     disks is not use. A scraped gauge {@code redliner_host_cpu} replaces it</td></tr>
 * <tr><td>{@code host.load1}</td><td>gauge</td><td>load average over a minute</td></tr>
 * <tr><td>{@code host.memory.used}</td><td>gauge</td><td>fraction 0 to 1 that is not available to new work</td></tr>
 * <tr><td>{@code host.stalled}</td><td>counter</td><td>seconds for which the machine stood still, stalls of less than 20 ms
 *     aside ({@link Stalls})</td></tr>
 * <tr><td>{@code host.boot}, {@code host.cpus}, {@code host.memory}</td><td>gauge</td><td>seconds since 1970, logical
 *     CPUs, bytes; looked up once a minute; no rule reads them</td></tr>
 * <tr><td>{@code host.context_switches}</td><td>counter</td><td>switches</td></tr>
 * <tr><td>{@code host.disk.reads}, {@code host.disk.writes}</td><td>counter</td><td>operations, all disks</td></tr>
 * <tr><td>{@code host.disk.read_bytes}, {@code host.disk.written_bytes}</td><td>counter</td><td>bytes, all disks</td></tr>
 * <tr><td>{@code host.disk.busy}</td><td>gauge</td><td>fraction 0 to 1 of the time that the busiest disk had work, since
 *     the read before</td></tr>
 * <tr><td>{@code host.net.rx_bytes}, {@code host.net.tx_bytes}</td><td>counter</td><td>bytes, all interfaces but
 *     loopback</td></tr>
 * <tr><td>{@code host.net.errors}</td><td>counter</td><td>packets with errors, in and out</td></tr>
 * <tr><td>{@code host.net.drops}</td><td>counter</td><td>incoming packets dropped</td></tr>
 * <tr><td>{@code host.tcp.retransmits}</td><td>counter</td><td>segments sent again</td></tr>
 * <tr><td>{@code host.tcp.established}</td><td>gauge</td><td>connections</td></tr>
 * <tr><td>{@code host.tcp.queues.overflows}</td><td>counter</td><td>connections that found a listen queue full</td></tr>
 * <tr><td>{@code host.tcp.queues.drops}</td><td>counter</td><td>connections dropped by listening sockets, for whatever
 *     reason</td></tr>
 * </table>
 */
@NullMarked
package dev.redliner.collector.host;

import org.jspecify.annotations.NullMarked;
