/**
 * Metrics of each host of the SUT and of its peers, as measured by an Envoy and read from its admin page. Metrics
 * "about the SUT" are reported with each host of the SUT.
 *
 * <table>
 * <caption>Metrics from Envoy 1.40, checked against a real one</caption>
 * <tr><th>name</th><th>from</th><th>note</th></tr>
 * <tr><td>{@code requested}</td><td>{@code upstream_rq_total}</td><td>sent to a host; does not include requests without
 *     a connection or those that a limit of Envoy's rejected</td></tr>
 * <tr><td>{@code completed}</td><td>{@code upstream_rq_completed}</td><td>answered, successfully or not, including
 *     Envoy's own 503 and 504, so it can be above {@code requested}</td></tr>
 * <tr><td>{@code errors}</td><td>{@code upstream_rq_5xx}</td><td>includes timeouts (504), refused connections and
 *     resets before the headers (503). An answer that breaks off in its body after a 200 has no counter of its own, see
 *     {@code envoy.broken_connections}</td></tr>
 * <tr><td>{@code latency}</td><td>{@code upstream_rq_time}</td><td>whole ms. Does not include requests that timed out
 *     or were cut off: they are errors. Below 1 ms counts as just below 1 ms, so that it is never understated</td></tr>
 * <tr><td>{@code invalidating.*}</td><td>{@code upstream_rq_pending_overflow}, {@code upstream_rq_active_overflow},
 *     {@code upstream_cx_overflow}, {@code upstream_rq_retry}, {@code upstream_rq_retry_overflow},
 *     {@code lb_healthy_panic}; for the SUT also {@code outlier_detection.ejections_enforced_total}</td><td>counters;
 *     growth means that Envoy answered or chose, not the SUT</td></tr>
 * <tr><td>{@code envoy.timeouts}, {@code envoy.connect_failures}, {@code envoy.resets},
 *     {@code envoy.broken_connections}</td><td>{@code upstream_rq_timeout} and {@code upstream_rq_per_try_timeout},
 *     {@code upstream_cx_connect_fail}, {@code upstream_rq_rx_reset},
 *     {@code upstream_cx_destroy_remote_with_active_rq}</td><td>counters: the causes of errors; one request can be in
 *     several</td></tr>
 * <tr><td>{@code envoy.given_up}</td><td>{@code upstream_cx_destroy_local_with_active_rq} and
 *     {@code upstream_rq_tx_reset}</td><td>counter: requests that the Envoy abandoned, because of a timeout or because
 *     the client left. If the client left before the answer began, the request is in {@code requested} and in no other
 *     counter; after that it is in {@code completed} too. {@code upstream_rq_cancelled} has only requests without a
 *     connection so far, and resets by clients are counted by listener and not by cluster</td></tr>
 * <tr><td>{@code envoy.read_began}, {@code envoy.read_ended}</td><td>the collector's monotonic clock</td><td>gauges,
 *     seconds: the counters and gauges of a reading are those of a moment between the two</td></tr>
 * <tr><td>{@code envoy.membership_total}, {@code envoy.membership_healthy}, {@code envoy.active_requests},
 *     {@code envoy.ejections_active}</td><td>{@code membership_total}, {@code membership_healthy},
 *     {@code upstream_rq_active}, {@code outlier_detection.ejections_active}</td><td>gauges</td></tr>
 * <tr><td>{@code invalidating.outlier_detection.ejections_active}</td>
 *     <td>{@code outlier_detection.ejections_active}</td><td>gauge, about the SUT only;
 *     above zero its cluster sends to its peers, so that its counts are no longer those of the SUT alone</td></tr>
 * <tr><td>{@code invalidating.xds_stream_lost}</td><td>{@code upstream_rq_active} of the cluster
 *     {@code redliner-xds}</td><td>gauge, about the SUT only; 1 while the Envoy has no stream to a redirector; absent
 *     if it has no such cluster</td></tr>
 * <tr><td>{@code envoy.workers.busiest}</td><td>sums of {@code listener_manager.worker_N.dispatcher.loop_duration_us}
 *     and {@code poll_delay_us}, at most once a second</td><td>gauge, about the SUT only; the busiest worker thread;
 *     absent without {@code enable_dispatcher_stats: true}</td></tr>
 * <tr><td>{@code envoy.downstream_seconds}</td><td>{@code http.<pool>.downstream_rq_time}</td><td>counter, about the
 *     SUT only, but of all requests to the pool; absent if no listener has the pool's name as its
 *     {@code stat_prefix}</td></tr>
 * <tr><td>{@code envoy.baseline_share}</td><td>{@code /runtime}, at most once a second</td><td>gauge, about the SUT
 *     only; present while a layer below {@code redliner} holds a fraction for the pool's key</td></tr>
 * <tr><td>{@code envoy.foreign_share}</td><td>{@code /runtime}, at most once a second</td><td>gauge, about the SUT
 *     only; present while a layer above {@code redliner} holds the pool's key; -1 if its value is no fraction</td></tr>
 * </table>
 */
@NullMarked
package dev.redliner.collector.envoy;

import org.jspecify.annotations.NullMarked;
