package dev.redliner.controller.service;

import java.util.List;

/** The line of a document where a problem is, with a caret below the place. */
public final class Excerpt {
    private static final int WIDTH = 100;
    private static final int BEFORE = 60;

    private Excerpt() {}

    /** Two lines of text: the source line, cut to what fits around the place, and the caret. */
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

    // A document may come from anywhere and is shown on a terminal: no escape sequence gets through, and a tab is one
    // column wide so that the caret stands where it should.
    private static int visible(int character) {
        return Character.isISOControl(character) ? ' ' : character;
    }
}
