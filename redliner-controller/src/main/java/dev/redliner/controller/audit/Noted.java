package dev.redliner.controller.audit;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/**
 * An entry on its way into the database.
 *
 * @param id tells it from all others, so that it is written once however often it is sent
 * @param at when it was taken, in whole milliseconds
 * @param entry the entry
 */
record Noted(String id, Instant at, AuditEntry entry) {
    Noted {
        Objects.requireNonNull(id, "id");
        at = at.truncatedTo(ChronoUnit.MILLIS);
        Objects.requireNonNull(entry, "entry");
    }

    static Noted now(AuditEntry entry, Instant now) {
        return new Noted(UUID.randomUUID().toString(), now, entry);
    }
}
