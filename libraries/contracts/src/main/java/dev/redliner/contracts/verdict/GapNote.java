package dev.redliner.contracts.verdict;

import dev.redliner.contracts.sample.Gap;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A note of a verdict about a metric that a collector could not read.
 *
 * @param host the host or dependency
 * @param metric a metric, or a group of them such as {@code proc}
 * @param reason why it could not be read
 */
public record GapNote(String host, String metric, String reason) {
    private static final Pattern TEXT = Pattern.compile("(.+?): (\\S+) missing, (.+)", Pattern.DOTALL);

    /** The note as a verdict has it. */
    public String text() {
        return host + ": " + metric + " missing, " + reason;
    }

    /** Reads a note of a verdict; empty if it is about something else. */
    public static Optional<GapNote> parse(String note) {
        Matcher matcher = TEXT.matcher(note);
        return matcher.matches()
                ? Optional.of(new GapNote(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    /** Whether a collector was to read an address that it may not connect to, by its own target or by a redirect. */
    public boolean isBlocked() {
        return reason.startsWith(Gap.REFUSED) || reason.endsWith(Gap.NOT_FOLLOWED);
    }

    /** Whether the note is about a metric, or about its group. */
    public boolean isOf(String name) {
        return name.equals(metric) || name.startsWith(metric + ".");
    }
}
