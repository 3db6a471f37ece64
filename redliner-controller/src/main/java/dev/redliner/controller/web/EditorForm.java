package dev.redliner.controller.web;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the editor's form.
 *
 * @param text the document, whose lines a browser separates by CR LF
 * @param revision the revision that was opened, as text
 * @param action {@code check} to store nothing; otherwise the text is applied
 */
record EditorForm(@Nullable String text, @Nullable String revision, @Nullable String action) {
    String yaml() {
        return Objects.requireNonNullElse(text, "").replace("\r\n", "\n");
    }

    /** The revision that was opened; 0, which no document has, if the field is missing or no number. */
    long known() {
        return revision != null && revision.matches("[0-9]{1,18}") ? Long.parseLong(revision) : 0;
    }

    boolean onlyChecks() {
        return "check".equals(action);
    }
}
