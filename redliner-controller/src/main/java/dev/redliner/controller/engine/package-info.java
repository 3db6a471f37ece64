/** Carries out the decisions of runs and passes events to them, in real time. */
@NullMarked
package dev.redliner.controller.engine;

import org.jspecify.annotations.NullMarked;
