package dev.redliner.controller.run;

/**
 * How a run will end once its traffic is back.
 *
 * @param state what it will be
 * @param reason why
 */
record Ending(RunState state, String reason) {}
