/** The controller's watches and the declared pools, from Kafka. */
@NullMarked
package dev.redliner.collector.watch;

import org.jspecify.annotations.NullMarked;
