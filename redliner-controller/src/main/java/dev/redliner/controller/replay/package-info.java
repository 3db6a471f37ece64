/**
 * Evaluates rules over the verdicts of a recorded run: when they would have failed, and where they would have stopped
 * the run. Pure.
 */
@NullMarked
package dev.redliner.controller.replay;

import org.jspecify.annotations.NullMarked;
