/** The messages between the parts, and the topics that carry them. Depends neither on Spring nor on Kafka. */
@NullMarked
package dev.redliner.contracts;

import org.jspecify.annotations.NullMarked;
