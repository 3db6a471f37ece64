/**
 * {@code redliner restore}. Without a controller, it restores traffic and checks every Envoy: from the journal, over
 * Kafka, or by checks alone.
 */
@NullMarked
package dev.redliner.standalone.restore;

import org.jspecify.annotations.NullMarked;
