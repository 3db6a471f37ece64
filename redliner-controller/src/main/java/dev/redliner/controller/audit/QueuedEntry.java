package dev.redliner.controller.audit;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/**
 * An audit entry that is waiting for the database.
 *
 * @param id a unique id, so that an entry that is sent repeatedly is stored only once
 * @param at when the entry was recorded, in whole milliseconds
 * @param entry the entry
 */
record QueuedEntry(String id, Instant at, AuditEntry entry) {
    QueuedEntry {
        Objects.requireNonNull(id, "id");
        at = at.truncatedTo(ChronoUnit.MILLIS);
        Objects.requireNonNull(entry, "entry");
    }

    static QueuedEntry now(AuditEntry entry, Instant now) {
        return new QueuedEntry(UUID.randomUUID().toString(), now, entry);
    }
}
