package dev.redliner.service;

import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** A document as characters (code points), to find lines and columns, including those inside of scalars. */
final class SourceText {
    private final String text;
    private final int[] characters;

    SourceText(String text) {
        this.text = text;
        this.characters = text.codePoints().toArray();
    }

    String text() {
        return text;
    }

    /** The line of a character, from 1. */
    int line(int index) {
        int line = 1;
        for (int i = 0; i < Math.min(index, characters.length); i++) {
            if (characters[i] == '\n') {
                line++;
            }
        }
        return line;
    }

    /** The column of a character, from 1. */
    int column(int index) {
        int end = Math.min(index, characters.length);
        int start = end;
        while (start > 0 && characters[start - 1] != '\n') {
            start--;
        }
        return end - start + 1;
    }

    /**
     * The index in the document of a character of a scalar's value. Quoting, escapes, folding and indentation only add
     * or change blanks, and marks around characters. The n-th non-blank character is therefore the same in the value
     * and in the document.
     *
     * @param offset in chars of the value
     */
    int index(ScalarNode scalar, int offset) {
        String value = scalar.getValue();
        String before = value.substring(0, Math.min(Math.max(offset, 0), value.length()));
        long skip = before.codePoints().filter(c -> !blank(c)).count();
        int at = contentStart(scalar);
        int last = at;
        while (at < characters.length) {
            int length = unitLength(scalar.getScalarStyle(), at);
            if (!blankUnit(scalar.getScalarStyle(), at, length)) {
                if (skip == 0) {
                    return offset >= value.length() ? last : at;
                }
                skip--;
                last = at + length;
            }
            at += length;
        }
        return last;
    }

    private int contentStart(ScalarNode scalar) {
        int start = scalar.getStartMark().map(Mark::getIndex).orElse(0);
        return switch (scalar.getScalarStyle()) {
            case PLAIN, JSON_SCALAR_STYLE -> start;
            case SINGLE_QUOTED, DOUBLE_QUOTED -> start + 1;
            case LITERAL, FOLDED -> afterLine(start);
        };
    }

    private int afterLine(int index) {
        int at = index;
        while (at < characters.length && characters[at] != '\n') {
            at++;
        }
        return at + 1;
    }

    /** The number of characters of the document that make up one character of the value. */
    private int unitLength(ScalarStyle style, int at) {
        boolean escape = style == ScalarStyle.DOUBLE_QUOTED && characters[at] == '\\';
        boolean doubled = style == ScalarStyle.SINGLE_QUOTED
                && characters[at] == '\''
                && at + 1 < characters.length
                && characters[at + 1] == '\'';
        if (escape && at + 1 < characters.length) {
            return switch (characters[at + 1]) {
                case 'x' -> 4;
                case 'u' -> 6;
                case 'U' -> 10;
                default -> 2;
            };
        }
        return doubled ? 2 : 1;
    }

    private boolean blankUnit(ScalarStyle style, int at, int length) {
        if (style == ScalarStyle.DOUBLE_QUOTED && length == 2) {
            return "nrt \n\t_".indexOf(characters[at + 1]) >= 0;
        }
        return blank(characters[at]);
    }

    private static boolean blank(int character) {
        return Character.isWhitespace(character) || character == 0xA0;
    }
}
