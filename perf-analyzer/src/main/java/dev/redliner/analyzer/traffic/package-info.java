/** Condenses minutes of single Envoys into minutes of whole pools, whether or not a run measures the pool. */
@NullMarked
package dev.redliner.analyzer.traffic;

import org.jspecify.annotations.NullMarked;
