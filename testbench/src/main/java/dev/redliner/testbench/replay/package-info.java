/** Recorded runs, judged again by the present search. */
@NullMarked
package dev.redliner.testbench.replay;

import org.jspecify.annotations.NullMarked;
