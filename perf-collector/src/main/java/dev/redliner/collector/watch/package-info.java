/** What the controller wants watched, and which pools there are, from Kafka. */
@NullMarked
package dev.redliner.collector.watch;

import org.jspecify.annotations.NullMarked;
