/**
 * PerfCollector: runs on a node or next to the Envoys. The path of a sample: {@code host}, {@code scrape} and
 * {@code envoy} read it by {@code fetch}, {@code sample} adds it to a batch, and {@code ship} sends the batch.
 * {@code sampling} drives these steps at each due time, and {@code watch} sets the interval. {@code traffic} counts the
 * requests of pools that no run measures.
 */
@NullMarked
package dev.redliner.collector;

import org.jspecify.annotations.NullMarked;
