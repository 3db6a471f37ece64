package dev.redliner.controller.schedule;

import java.util.Set;

/** Reads the surroundings of the schedules. */
@FunctionalInterface
interface SurroundingsSource {
    /**
     * The surroundings now.
     *
     * @param services the services whose records are needed. One that cannot be measured is left out
     */
    Surroundings read(Set<String> services);
}
