package dev.redliner.controller.api;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * The place in a list at which its next page begins: the time and the name of the last element. Clients get it as an
 * opaque text in the link to the next page.
 */
record Cursor(Instant at, String name) {
    /** The description of the parameter. */
    static final String DESCRIPTION = "the page that follows, as the header Link (rel=next) of the page before has it";

    private static final String VERSION = "1";
    /** Every list begins later and ends earlier, and every database can compare these. */
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
    private static final int LONGEST = 800;
    private static final Pattern PARTS = Pattern.compile(VERSION + "\\n([^\\n]+)\\n([\\x20-\\x7e]{0,401})");

    /** Reads the parameter; empty if it is missing. */
    static Optional<Cursor> of(@Nullable String text) {
        return text == null ? Optional.empty() : Optional.of(read(text));
    }

    private static Cursor read(String text) {
        try {
            if (text.length() <= LONGEST) {
                var parts = PARTS.matcher(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
                if (parts.matches()) {
                    Instant at = Instant.parse(parts.group(1));
                    if (at.isAfter(EARLIEST) && at.isBefore(LATEST)) {
                        return new Cursor(at, parts.group(2));
                    }
                }
            }
        } catch (IllegalArgumentException | DateTimeParseException e) {
            // answered in the same way as a text with other parts
        }
        throw ApiProblem.badRequest(
                "The parameter 'cursor' is not one that this server gave. Begin without it, and follow the header"
                        + " Link.");
    }

    private String text() {
        String parts = VERSION + "\n" + at + "\n" + name;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(parts.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds the link to the page that follows this place of the current request's list. */
    void linkFrom(ResponseEntity.BodyBuilder answer) {
        NextPage.link(answer, "cursor", text());
    }
}
