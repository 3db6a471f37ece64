/** Restores traffic and checks every Envoy without a controller: from the journal, over Kafka, or by checks alone. */
@NullMarked
package dev.redliner.standalone.restore;

import org.jspecify.annotations.NullMarked;
