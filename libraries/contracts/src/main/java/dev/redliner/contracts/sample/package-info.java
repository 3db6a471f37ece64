/** A collector's readings of a host during one interval. */
@NullMarked
package dev.redliner.contracts.sample;

import org.jspecify.annotations.NullMarked;
