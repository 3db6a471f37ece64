/** Reads topics without a consumer group, creates topics, and limits log lines. The messages are in {@code dev.redliner.contracts}. */
@NullMarked
package dev.redliner.kafka;

import org.jspecify.annotations.NullMarked;
