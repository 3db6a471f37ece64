package dev.redliner.controller.notification;

import dev.redliner.api.RunReport;
import dev.redliner.controller.audit.AuditRecord;
import java.util.Optional;
import java.util.function.Function;

/** Derives events from entries of the audit log. */
final class LifecycleEvents {
    private final Function<String, Optional<RunReport>> reports;

    /** @param reports the report of a run; empty if there is none */
    LifecycleEvents(Function<String, Optional<RunReport>> reports) {
        this.reports = reports;
    }

    /** Empty if the entry is about something else. */
    Optional<LifecycleEvent> of(AuditRecord entry) {
        return EventType.ofAudit(entry.action()).map(type -> event(type, entry));
    }

    private LifecycleEvent event(EventType type, AuditRecord entry) {
        String subject = entry.subject();
        int slash = subject.indexOf('/');
        String service = slash < 0 ? subject : subject.substring(0, slash);
        String run = slash < 0 ? "" : subject.substring(slash + 1);
        return new LifecycleEvent(
                entry.id(),
                type,
                entry.at(),
                entry.who(),
                service,
                run,
                entry.before(),
                entry.after(),
                entry.why(),
                type == EventType.RUN_ENDED ? reports.apply(run).orElse(null) : null);
    }
}
