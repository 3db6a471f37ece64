package dev.redliner.controller.schedule;

/**
 * A budget for the harm of all runs of a service within seven days. Of the budgets of its schedules the lowest holds for
 * all of them, also if its schedule is paused.
 *
 * @param requests bad requests beyond normal, above zero
 * @param schedule the schedule that has it
 */
record WeeklyHarm(long requests, String schedule) {}
