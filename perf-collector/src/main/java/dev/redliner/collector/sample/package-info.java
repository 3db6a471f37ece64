/** Pure: consecutive readings of one entity become sample batches. Handles deltas, resets, gaps and the sequence. */
@NullMarked
package dev.redliner.collector.sample;

import org.jspecify.annotations.NullMarked;
