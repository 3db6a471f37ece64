package dev.redliner.collector.procfs;

import java.util.ArrayList;
import java.util.Arrays;

/** The words of one line. */
final class Fields {
    private final String file;
    private final String line;
    private final String[] words;

    /** @param file the name for messages */
    Fields(String file, String line) {
        this.file = file;
        this.line = line;
        this.words = split(line);
    }

    /** A regular expression would cost more than reading the file. */
    private static String[] split(String line) {
        var words = new ArrayList<String>();
        int at = 0;
        while (at < line.length()) {
            int start = at;
            while (at < line.length() && line.charAt(at) > ' ') {
                at++;
            }
            if (at > start) {
                words.add(line.substring(start, at));
            }
            at++;
        }
        return words.toArray(String[]::new);
    }

    int size() {
        return words.length;
    }

    String word(int index) {
        if (index >= words.length) {
            throw MalformedText.inLine(file, line);
        }
        return words[index];
    }

    /** @throws MalformedText if there is no such word, or it is not a whole number of at least zero */
    long number(int index) {
        return Numbers.parse(file, line, word(index));
    }

    /** The numbers from this word on. */
    long[] numbersFrom(int index) {
        return Arrays.stream(words, Math.min(index, words.length), words.length)
                .mapToLong(word -> Numbers.parse(file, line, word))
                .toArray();
    }
}
