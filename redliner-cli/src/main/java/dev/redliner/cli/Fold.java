package dev.redliner.cli;

import java.util.ArrayList;
import java.util.List;

/** Breaks lines between words at the width of a terminal. Pure. */
public final class Fold {
    private Fold() {}

    /**
     * The same text in lines of at most {@code columns} characters. A word that is longer is cut.
     *
     * @param line one line of text
     * @param columns the width, at least twice {@code indent}
     * @param indent the number of spaces before each line but the first
     */
    public static List<String> at(int columns, int indent, String line) {
        List<String> lines = new ArrayList<>();
        String rest = line;
        while (rest.length() > columns) {
            int from = lines.isEmpty() ? rest.length() - rest.stripLeading().length() : indent;
            int space = rest.lastIndexOf(' ', columns);
            if (space <= from) {
                int end = rest.indexOf(' ', columns);
                lines.add(rest.substring(0, columns - 1) + "…");
                rest = end < 0 ? "" : " ".repeat(indent) + rest.substring(end).strip();
            } else {
                lines.add(rest.substring(0, space).stripTrailing());
                rest = " ".repeat(indent) + rest.substring(space).strip();
            }
        }
        if (lines.isEmpty() || !rest.isBlank()) {
            lines.add(rest);
        }
        return lines;
    }
}
