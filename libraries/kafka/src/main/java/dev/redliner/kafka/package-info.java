/** Reads topics without a consumer group, and creates them. The messages are in {@code dev.redliner.contracts}. */
@NullMarked
package dev.redliner.kafka;

import org.jspecify.annotations.NullMarked;
