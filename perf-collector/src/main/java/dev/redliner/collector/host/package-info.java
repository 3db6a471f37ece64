/**
 * The node itself, by OSHI and {@code /proc}. Only the values of this table are read; a value that the system does not
 * provide is a gap.
 *
 * <table>
 * <caption>Metrics of a host</caption>
 * <tr><th>name</th><th>kind</th><th>unit and meaning</th></tr>
 * <tr><td>{@code host.cpu}</td><td>gauge</td><td>fraction 0 to 1 of all CPUs in use since the previous read; waiting
 *     for disks does not count as use. A scraped gauge {@code redliner_host_cpu} replaces it</td></tr>
 * <tr><td>{@code host.load1}</td><td>gauge</td><td>load average over a minute</td></tr>
 * <tr><td>{@code host.memory.used}</td><td>gauge</td><td>fraction 0 to 1 that is not available to new work</td></tr>
 * <tr><td>{@code host.stalled}</td><td>counter</td><td>seconds for which the machine stood still; stalls of less than
 *     20 ms are not counted ({@link Stalls})</td></tr>
 * <tr><td>{@code host.boot}, {@code host.cpus}, {@code host.memory}</td><td>gauge</td><td>seconds since 1970, logical
 *     CPUs, bytes; read once a minute; not available to rules</td></tr>
 * <tr><td>{@code host.context_switches}</td><td>counter</td><td>switches</td></tr>
 * <tr><td>{@code host.disk.reads}, {@code host.disk.writes}</td><td>counter</td><td>operations, all disks</td></tr>
 * <tr><td>{@code host.disk.read_bytes}, {@code host.disk.written_bytes}</td><td>counter</td><td>bytes, all
 *     disks</td></tr>
 * <tr><td>{@code host.disk.busy}</td><td>gauge</td><td>fraction 0 to 1 of the time that the busiest disk had work,
 *     since the previous read</td></tr>
 * <tr><td>{@code host.net.rx_bytes}, {@code host.net.tx_bytes}</td><td>counter</td><td>bytes, all interfaces except
 *     loopback</td></tr>
 * <tr><td>{@code host.net.errors}</td><td>counter</td><td>packets with errors, in and out</td></tr>
 * <tr><td>{@code host.net.drops}</td><td>counter</td><td>incoming packets dropped</td></tr>
 * <tr><td>{@code host.tcp.retransmits}</td><td>counter</td><td>segments sent again</td></tr>
 * <tr><td>{@code host.tcp.established}</td><td>gauge</td><td>connections</td></tr>
 * <tr><td>{@code host.tcp.queues.overflows}</td><td>counter</td><td>connections that found a listen queue
 *     full</td></tr>
 * <tr><td>{@code host.tcp.queues.drops}</td><td>counter</td><td>connections dropped by listening sockets, for any
 *     reason</td></tr>
 * </table>
 */
@NullMarked
package dev.redliner.collector.host;

import org.jspecify.annotations.NullMarked;
