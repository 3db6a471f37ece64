package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import org.jspecify.annotations.Nullable;

/**
 * How a run ends once its traffic is restored.
 *
 * @param state the final state
 * @param reason the explanation for users
 * @param by the limit that ended the run; null if no limit did
 */
record Ending(RunState state, String reason, @Nullable EndedBy by) {}
