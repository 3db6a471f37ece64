package dev.redliner.controller.audit;

import org.jspecify.annotations.Nullable;

/**
 * The reason of an action, for the audit log. It is never refused: a long reason is cut, and characters that a database
 * rejects are replaced.
 */
public final class Reason {
    private static final int LONGEST = 500;

    private Reason() {}

    public static String of(@Nullable String why) {
        String given = why == null || why.isBlank() ? "no reason given" : why;
        return AuditEntry.storable(given, LONGEST);
    }
}
