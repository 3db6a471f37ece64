/**
 * The whole of Redliner as separate processes, with a real Kafka broker, a real Envoy for each pool and live traffic, to
 * be broken on purpose: what the fault matrix and the restore benchmark run on.
 */
@NullMarked
package dev.redliner.standalone.faults;

import org.jspecify.annotations.NullMarked;
