/** HTTP targets that somebody typed or a topic named: allow-listed, limited, with a circuit breaker each. */
@NullMarked
package dev.redliner.collector.fetch;

import org.jspecify.annotations.NullMarked;
