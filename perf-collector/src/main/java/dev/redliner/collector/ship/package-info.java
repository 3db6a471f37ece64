/** Sends batches to Kafka. */
@NullMarked
package dev.redliner.collector.ship;

import org.jspecify.annotations.NullMarked;
