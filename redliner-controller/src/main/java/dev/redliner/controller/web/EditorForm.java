package dev.redliner.controller.web;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the editor's form.
 *
 * @param text the document, whose lines a browser separates by CR LF
 * @param revision the revision that was opened
 * @param action {@code check} to store nothing; otherwise the text is applied
 */
record EditorForm(@Nullable String text, @Nullable Long revision, @Nullable String action) {
    String yaml() {
        return Objects.requireNonNullElse(text, "").replace("\r\n", "\n");
    }

    /** The revision that was opened; 0, which no document has, without one. */
    long known() {
        return revision == null ? 0 : revision;
    }

    boolean onlyChecks() {
        return "check".equals(action);
    }
}
