package dev.redliner.controller.api;

import dev.redliner.controller.audit.AuditEntry;
import org.jspecify.annotations.Nullable;

/** Why somebody does something, for the record. Never refused: a long reason is cut, and it is made storable. */
final class Reason {
    private static final int LONGEST = 500;

    private Reason() {}

    static String of(@Nullable String why) {
        String given = why == null || why.isBlank() ? "no reason given" : why;
        return AuditEntry.storable(given, LONGEST);
    }
}
