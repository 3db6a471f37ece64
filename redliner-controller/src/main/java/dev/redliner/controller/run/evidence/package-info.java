/** Counts of a run as evidence: sums of ticks, the baseline, the peers, and harm. */
@NullMarked
package dev.redliner.controller.run.evidence;

import org.jspecify.annotations.NullMarked;
