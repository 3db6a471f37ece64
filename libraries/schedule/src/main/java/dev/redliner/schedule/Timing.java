package dev.redliner.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/** The slots of a schedule: local dates and times at which a run is due. */
public sealed interface Timing permits Cron, Once, OnDeploy, OnCalendar {
    /** The slots on a local date, earliest first. */
    List<LocalDateTime> slots(LocalDate date);

    /** The last date that can have a slot. */
    LocalDate lastDate();
}
