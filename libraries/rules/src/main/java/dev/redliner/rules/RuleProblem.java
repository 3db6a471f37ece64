package dev.redliner.rules;

/**
 * A mistake in an expression and its correction.
 *
 * @param offset into the expression's text, in UTF-16 units from 0
 * @param line within the expression, from 1
 * @param column within the line, from 1
 * @param message for a person
 */
public record RuleProblem(int offset, int line, int column, String message) {

    /** A problem at an offset into the text; an offset outside of the text is clipped. */
    public static RuleProblem at(String text, int offset, String message) {
        int at = Math.max(0, Math.min(offset, text.length()));
        int line = (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
        int lineStart = text.lastIndexOf('\n', at - 1) + 1;
        return new RuleProblem(at, line, at - lineStart + 1, message);
    }
}
