/**
 * The requests of every pool by second, whether or not a run measures the pool: one read of each Envoy a second, of its
 * request counters only.
 */
@NullMarked
package dev.redliner.collector.traffic;

import org.jspecify.annotations.NullMarked;
