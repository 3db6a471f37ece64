package dev.redliner.service;

import java.util.List;

/** The line of a document that contains a problem, with a caret below the location. */
public final class Excerpt {
    private static final int WIDTH = 100;
    private static final int BEFORE = 60;

    private Excerpt() {}

    /** Two lines of text: the source line, cut to an excerpt around the location, and the caret. */
    public static String of(String source, int line, int column) {
        List<String> lines = source.lines().toList();
        int[] shown = (line <= lines.size() ? lines.get(line - 1) : "")
                .codePoints()
                .map(Excerpt::visible)
                .toArray();
        int place = Math.min(column - 1, shown.length);
        int from = shown.length <= WIDTH ? 0 : Math.max(0, place - BEFORE);
        int to = Math.min(shown.length, from + WIDTH);
        String text = new String(shown, from, to - from);
        return text.stripTrailing() + "\n" + " ".repeat(place - from) + "^";
    }

    // A document may come from any source and is shown on a terminal. Control characters are therefore replaced, so
    // that no escape sequence gets through. A tab becomes one column wide, so that the caret stands at the right
    // column.
    private static int visible(int character) {
        return Character.isISOControl(character) ? ' ' : character;
    }
}
