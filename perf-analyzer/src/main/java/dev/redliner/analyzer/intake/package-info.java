/**
 * Turns Kafka records into batches; broken or duplicate records and those of a wrong clock are set aside and counted.
 */
@NullMarked
package dev.redliner.analyzer.intake;

import org.jspecify.annotations.NullMarked;
