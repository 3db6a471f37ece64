/** Pure: readings of one subject, one after the other, become sample batches. Deltas, resets, gaps, sequence. */
@NullMarked
package dev.redliner.collector.sample;

import org.jspecify.annotations.NullMarked;
