/** One round: at a tick, all sources of a reporter are read at once and become one batch for each subject. */
@NullMarked
package dev.redliner.collector.sampling;

import org.jspecify.annotations.NullMarked;
