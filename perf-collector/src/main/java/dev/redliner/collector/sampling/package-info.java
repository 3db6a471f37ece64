/** One round: at a due time, all sources of a reporter are read at once and become one batch for each entity. */
@NullMarked
package dev.redliner.collector.sampling;

import org.jspecify.annotations.NullMarked;
