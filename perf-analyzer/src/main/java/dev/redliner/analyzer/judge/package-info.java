/** Closes ticks and judges them by the rules. Pure: time is passed in. */
@NullMarked
package dev.redliner.analyzer.judge;

import org.jspecify.annotations.NullMarked;
