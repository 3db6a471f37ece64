/** HTTP targets from users or from a topic: allow-listed, limited, and with a circuit breaker each. */
@NullMarked
package dev.redliner.collector.fetch;

import org.jspecify.annotations.NullMarked;
