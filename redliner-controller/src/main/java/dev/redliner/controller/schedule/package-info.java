/** Runs that begin by themselves: schedules are stored, their firings decided, started, and kept with their reasons. */
@NullMarked
package dev.redliner.controller.schedule;

import org.jspecify.annotations.NullMarked;
