package dev.redliner.controller.declaration;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.calendar.Calendars;
import dev.redliner.controller.schedule.ScheduleCatalog;
import dev.redliner.controller.schedule.ScheduleCatalog.Applied;
import dev.redliner.controller.schedule.ScheduleCatalog.Author;
import dev.redliner.controller.schedule.SchedulePauses;
import dev.redliner.controller.schedule.StoredSchedule;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.schedule.InvalidSchedule;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.schedule.ScheduleYaml;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Changes of schedules by callers. To change one, a caller needs the right to run for the service that the schedule
 * measures, before and after the change.
 *
 * <p>The methods with a caller throw {@link dev.redliner.controller.access.AccessRefused} if the caller does not have the
 * right.
 */
public final class ScheduleDeclarations {
    private final ScheduleCatalog catalog;
    private final SchedulePauses pauses;
    private final Calendars calendars;
    private final AuditLog audit;

    ScheduleDeclarations(ScheduleCatalog catalog, SchedulePauses pauses, Calendars calendars, AuditLog audit) {
        this.catalog = catalog;
        this.pauses = pauses;
        this.calendars = calendars;
        this.audit = audit;
    }

    /** Parses a schedule, which may refer to the known calendars only: with an unknown one, it would fire nothing. */
    public ScheduleDefinition parsed(String yaml) throws InvalidSchedule {
        return ScheduleYaml.parse(null, yaml, Set.copyOf(calendars.names()));
    }

    /**
     * Creates or changes a schedule.
     *
     * @param name the name that the text must declare
     * @param yaml the text
     * @param expected the revision that the schedule must have; 0: it must not exist; empty: any revision
     */
    public Applied apply(String name, String yaml, OptionalLong expected, Identity caller)
            throws InvalidSchedule, StaleRevision {
        ScheduleDefinition schedule = parsed(yaml);
        if (!schedule.name().equals(name)) {
            throw new InvalidSchedule(List.of(Declared.otherName("schedule", schedule.name(), name)), yaml);
        }
        caller.require(Right.RUN, schedule.service());
        String before = words(catalog.stored(name));
        Applied applied = catalog.apply(schedule, yaml, expected, author(caller));
        String after = Declared.words(applied.revision(), yaml);
        audit.record(new AuditEntry(caller.name(), AuditAction.SCHEDULE_APPLIED, name, before, after, ""));
        return applied;
    }

    /**
     * Removes a schedule.
     *
     * @param expected the revision that the schedule must have; empty: any revision
     * @return false if there is no such schedule
     */
    public boolean delete(String name, OptionalLong expected, Identity caller) throws StaleRevision {
        String before = words(catalog.stored(name));
        if (!catalog.delete(name, expected, author(caller))) {
            return false;
        }
        audit.record(new AuditEntry(caller.name(), AuditAction.SCHEDULE_REMOVED, name, before, "", ""));
        return true;
    }

    /**
     * Pauses or resumes a schedule.
     *
     * @return false if there is no such schedule
     */
    public boolean pause(String name, boolean paused, Identity caller) {
        Optional<StoredSchedule> before = catalog.stored(name);
        Optional<StoredSchedule> after = before.flatMap(it -> catalog.pause(name, paused, author(caller)));
        if (before.isEmpty() || after.isEmpty()) {
            return false;
        }
        if (after.get().revision() != before.get().revision()) {
            AuditAction action = paused ? AuditAction.SCHEDULE_PAUSED : AuditAction.SCHEDULE_RESUMED;
            audit.record(new AuditEntry(caller.name(), action, name, "", "", ""));
        }
        return true;
    }

    /** Pauses all schedules together. A caller who may abort every run may do so. */
    public void pauseAll(String why, Identity caller) {
        caller.requireEverywhere(Right.ABORT);
        if (pauses.pause(caller.name(), why)) {
            audit.record(new AuditEntry(caller.name(), AuditAction.SCHEDULES_PAUSED, "", "", "", why));
        }
    }

    /** Ends the pause of all schedules. */
    public void resumeAll(String why, Identity caller) {
        caller.requireEverywhere(Right.RUN);
        if (pauses.resume()) {
            audit.record(new AuditEntry(caller.name(), AuditAction.SCHEDULES_RESUMED, "", "", "", why));
        }
    }

    private static Author author(Identity caller) {
        return new Author(caller.name(), before -> service(before.text())
                .ifPresentOrElse(
                        service -> caller.require(Right.RUN, service),
                        // it cannot be read, so it could be any
                        () -> caller.requireEverywhere(Right.RUN)));
    }

    private static Optional<String> service(String yaml) {
        try {
            return Optional.of(ScheduleYaml.parse(null, yaml).service());
        } catch (InvalidSchedule e) {
            return Optional.empty();
        }
    }

    private static String words(Optional<StoredSchedule> stored) {
        return stored.map(it -> Declared.words(it.revision(), it.text())).orElse("");
    }
}
