/**
 * The requests of every pool by second, whether a run measures it or not: one read of each Envoy a second, of its counters
 * of requests and nothing else.
 */
@NullMarked
package dev.redliner.collector.traffic;

import org.jspecify.annotations.NullMarked;
