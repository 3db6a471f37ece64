package dev.redliner.controller.schedule;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * The harm of a run.
 *
 * @param run its id
 * @param ended when it was over
 * @param requests bad requests beyond normal; empty if its report cannot be read
 */
record RunHarm(String run, Instant ended, OptionalDouble requests) {}
