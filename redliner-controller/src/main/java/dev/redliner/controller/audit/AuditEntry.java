package dev.redliner.controller.audit;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An action for the audit log. Overlong texts are cut, and characters that a database rejects are replaced: creating an
 * entry must never fail.
 *
 * @param who the actor: a user, an address, or the name of a part
 * @param action the action
 * @param subject the object of the action: {@code pool}, {@code pool/run}, or empty for everything; see
 *     {@link #subject}
 * @param before the state before; empty if it does not apply
 * @param after the state after; empty if it does not apply
 * @param why the reason; empty if there is none
 */
public record AuditEntry(String who, AuditAction action, String subject, String before, String after, String why) {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_TEXT = 20_000;
    private static final char REPLACEMENT = '\uFFFD';

    public AuditEntry {
        Objects.requireNonNull(action, "action");
        who = storable(who, LONGEST_NAME);
        subject = storable(subject, LONGEST_NAME);
        before = storable(before, LONGEST_TEXT);
        after = storable(after, LONGEST_TEXT);
        why = storable(why, LONGEST_TEXT);
    }

    /** The subject of an action on a run. */
    public static String subject(String pool, String run) {
        return pool + "/" + run;
    }

    /** A name to look for, as an entry can have it; empty if the text is blank or null. */
    public static Optional<String> searched(@Nullable String text) {
        return Optional.ofNullable(text)
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(name -> storable(name, LONGEST_NAME));
    }

    /**
     * Converts a text to a form that every database can store. PostgreSQL rejects NUL, and half of a surrogate pair is
     * not read back unchanged.
     *
     * @param longest maximum length in code points; the rest is cut
     */
    public static String storable(String text, int longest) {
        StringBuilder tidy = new StringBuilder();
        text.codePoints()
                .limit(longest)
                .map(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? REPLACEMENT : c)
                .forEach(tidy::appendCodePoint);
        return tidy.toString();
    }
}
