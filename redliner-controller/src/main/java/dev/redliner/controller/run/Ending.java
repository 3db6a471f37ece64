package dev.redliner.controller.run;

import org.jspecify.annotations.Nullable;

/**
 * How a run will end once its traffic is back.
 *
 * @param state what it will be
 * @param reason why
 * @param by the limit that ended it; null if none did
 */
record Ending(RunState state, String reason, @Nullable EndedBy by) {}
