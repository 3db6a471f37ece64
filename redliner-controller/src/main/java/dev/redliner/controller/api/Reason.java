package dev.redliner.controller.api;

import org.jspecify.annotations.Nullable;

/** Why somebody does something, for the record. Never refused: what is too long is cut. */
final class Reason {
    private static final int LONGEST = 500;

    private Reason() {}

    static String of(@Nullable String why) {
        String given = why == null || why.isBlank() ? "no reason given" : why;
        return given.substring(0, Math.min(given.length(), LONGEST));
    }
}
