package dev.redliner.controller.audit;

import java.util.Objects;

/**
 * Something that was done. Texts that are too long are cut, and characters that a database refuses are replaced: an
 * entry must never fail whoever makes it.
 *
 * @param who who did it: a user, an address, or the name of a part
 * @param action what was done
 * @param subject to what: {@code pool}, {@code pool/run}, or empty for everything; see {@link #subject}
 * @param before how it was; empty if there is nothing to say
 * @param after how it is; empty if there is nothing to say
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

    /** The subject of what concerns a run. */
    public static String subject(String pool, String run) {
        return pool + "/" + run;
    }

    /**
     * A text as the database can hold it. PostgreSQL takes no NUL, and half a surrogate pair does not come back as it was.
     *
     * @param longest in code points; what is longer is cut
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
