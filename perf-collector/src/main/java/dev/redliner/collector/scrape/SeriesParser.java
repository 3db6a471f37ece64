package dev.redliner.collector.scrape;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads one line {@code name{label="value",…} value [timestamp] [# exemplar]}. */
final class SeriesParser {
    private final String line;
    private int at;

    SeriesParser(String line) {
        this.line = line;
    }

    /**
     * The name and the labels, with which the line begins.
     *
     * @throws IllegalArgumentException if the line does not begin with them
     */
    Series series() {
        String name = name();
        skipBlanks();
        Map<String, String> labels = new HashMap<>();
        if (peek() == '{') {
            at++;
            labels(labels);
        }
        skipBlanks();
        return new Series(name, labels);
    }

    /** The index of the first character that is not read. */
    int position() {
        return at;
    }

    /**
     * The value of a line. The rest after it, a timestamp or an exemplar, is not needed.
     *
     * @param from the index at which the value begins, or blanks before it
     * @throws IllegalArgumentException if there is no number
     */
    static double value(String line, int from) {
        var parser = new SeriesParser(line);
        parser.at = from;
        parser.skipBlanks();
        return number(parser.word());
    }

    private void labels(Map<String, String> labels) {
        skipBlanks();
        while (peek() != '}') {
            String label = name();
            skipBlanks();
            expect('=');
            skipBlanks();
            labels.put(label, quoted());
            skipBlanks();
            if (peek() != '}') {
                expect(',');
                skipBlanks();
            }
        }
        at++;
    }

    private String name() {
        int start = at;
        while (isNamePart(peek())) {
            at++;
        }
        if (at == start || Character.isDigit(line.charAt(start))) {
            throw new IllegalArgumentException("no name at column " + (start + 1));
        }
        return line.substring(start, at);
    }

    private String quoted() {
        expect('"');
        int end = at;
        while (end < line.length() && line.charAt(end) != '"' && line.charAt(end) != '\\') {
            end++;
        }
        if (end < line.length() && line.charAt(end) == '"') {
            String plain = line.substring(at, end);
            at = end + 1;
            return plain;
        }
        return unescaped();
    }

    private String unescaped() {
        var text = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            if (c != '\\') {
                text.append(c);
            } else {
                char escaped = next();
                text.append(escaped == 'n' ? '\n' : escaped);
            }
        }
        at++;
        return text.toString();
    }

    private String word() {
        int start = at;
        while (at < line.length() && !isBlank(line.charAt(at))) {
            at++;
        }
        return line.substring(start, at);
    }

    private static double number(String word) {
        if (!word.isEmpty() && word.charAt(0) >= '0' && word.charAt(0) <= '9' && isDecimal(word)) {
            return Double.parseDouble(word);
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "+inf", "inf", "+infinity", "infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            case "nan" -> Double.NaN;
            default -> {
                if (word.isEmpty() || !isDecimal(word)) {
                    throw new IllegalArgumentException("value '" + word + "' is not a number");
                }
                yield Double.parseDouble(word);
            }
        };
    }

    /** Java would also accept 1d, 1f and hexadecimal numbers. */
    private static boolean isDecimal(String word) {
        for (int i = 0; i < word.length(); i++) {
            if ("0123456789.eE+-".indexOf(word.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The current character; at the end of the line a NUL, which no name contains. */
    private char peek() {
        return at < line.length() ? line.charAt(at) : '\0';
    }

    private char next() {
        if (at >= line.length()) {
            throw new IllegalArgumentException("the line ends too early");
        }
        return line.charAt(at++);
    }

    private void expect(char wanted) {
        if (next() != wanted) {
            throw new IllegalArgumentException("no " + wanted + " at column " + at);
        }
    }

    private void skipBlanks() {
        while (at < line.length() && isBlank(line.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isNamePart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
    }
}
