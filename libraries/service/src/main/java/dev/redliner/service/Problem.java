package dev.redliner.service;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A problem in a YAML document, with its location.
 *
 * @param file the name under which the user opened the document; null if it has none
 * @param line from 1
 * @param column from 1, in characters
 * @param pointer JSON pointer (RFC 6901) of the value
 * @param message the problem
 * @param hint how to correct it; null if there is no suggestion
 */
public record Problem(
        @Nullable String file, int line, int column, String pointer, String message, @Nullable String hint) {
    public Problem {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("place " + line + ":" + column + " does not exist");
        }
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(message, "message");
    }

    /** One line, such as {@code checkout.yaml:12:9: unknown key 'onfail'; did you mean 'onFail'?}. */
    public String oneLine() {
        return (file == null ? "" : file + ":") + line + ":" + column + ": " + message
                + (hint == null ? "" : "; " + hint);
    }
}
