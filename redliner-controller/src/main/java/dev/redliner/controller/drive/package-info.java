/** Carries out the decisions of runs and passes events to them, in real time. */
@NullMarked
package dev.redliner.controller.drive;

import org.jspecify.annotations.NullMarked;
