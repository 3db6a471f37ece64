/**
 * PerfCollector: on a node, or beside the Envoys. Follow one sample: {@code host}, {@code scrape} and {@code envoy} read
 * it, {@code sample} makes a batch of it, {@code ship} sends it, {@code round} does so at each tick, and {@code watch}
 * tells how often.
 */
@NullMarked
package dev.redliner.collector;

import org.jspecify.annotations.NullMarked;
