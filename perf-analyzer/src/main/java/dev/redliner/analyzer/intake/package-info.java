/** From Kafka records to batches: what is broken, double or of a wrong clock is set aside and counted. */
@NullMarked
package dev.redliner.analyzer.intake;

import org.jspecify.annotations.NullMarked;
