package dev.redliner.controller.replay;

import dev.redliner.api.RunState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A moment of a recorded run.
 *
 * @param second since the start of the run
 * @param at event time
 * @param rule the rule that the moment is about
 * @param state state of the run
 * @param step number of the step, from 1; 0 before the first
 * @param rps offered load at one host over the last 5 s; null if it is not known
 */
public record ReplayMoment(int second, Instant at, String rule, RunState state, int step, @Nullable Double rps) {}
