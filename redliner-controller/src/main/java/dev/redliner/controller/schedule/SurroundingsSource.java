package dev.redliner.controller.schedule;

import java.util.Map;
import java.util.Set;

/** Reads the surroundings of the schedules. */
@FunctionalInterface
interface SurroundingsSource {
    /**
     * The surroundings now.
     *
     * @param services the services whose records are needed. One that cannot be measured is left out
     * @param budgets the lowest weekly budget of harm by service, of all schedules and not only of those that are due
     */
    Surroundings read(Set<String> services, Map<String, WeeklyHarm> budgets);
}
