/**
 * The whole of Redliner as separate processes, with a real Kafka broker, a real Envoy for each pool and live traffic,
 * for fault injection. The fault matrix and the restore benchmark run on this cluster.
 */
@NullMarked
package dev.redliner.testbench.faults;

import org.jspecify.annotations.NullMarked;
