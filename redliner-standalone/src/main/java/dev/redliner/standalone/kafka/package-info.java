/** A Kafka broker inside this process. */
@NullMarked
package dev.redliner.standalone.kafka;

import org.jspecify.annotations.NullMarked;
