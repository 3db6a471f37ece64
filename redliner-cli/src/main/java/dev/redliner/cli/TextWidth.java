package dev.redliner.cli;

import org.jspecify.annotations.Nullable;

/** The width at which lines for a person are broken. Lines that go to a file or another program stay whole. */
public final class TextWidth {
    /** Breaks no line. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int DEFAULT = 100;
    private static final int NARROWEST = 40;

    private TextWidth() {}

    /** The width for the standard output of this process: of the terminal, unlimited if it is redirected. */
    public static int ofOutput() {
        return of(Terminal.isPresent(), System.getenv("COLUMNS"));
    }

    /**
     * The width of an output.
     *
     * @param terminal whether the output is a terminal
     * @param columns the width of the terminal as the shell sets it; null or malformed if unknown
     */
    static int of(boolean terminal, @Nullable String columns) {
        if (!terminal) {
            return UNLIMITED;
        }
        boolean known = columns != null && columns.matches("[0-9]{2,4}");
        return known ? Math.max(NARROWEST, Integer.parseInt(columns)) : DEFAULT;
    }
}
