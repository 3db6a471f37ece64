/** Puts traffic back and looks at every Envoy without a controller: from the journal, over Kafka, or by looking alone. */
@NullMarked
package dev.redliner.standalone.restore;

import org.jspecify.annotations.NullMarked;
