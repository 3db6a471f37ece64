package dev.redliner.controller.schedule;

import dev.redliner.schedule.ScheduleDefinition;

/**
 * A schedule whose text this version can read.
 *
 * @param stored the schedule as it is stored
 * @param definition its definition
 */
record ReadSchedule(StoredSchedule stored, ScheduleDefinition definition) {
    String name() {
        return stored.name();
    }
}
