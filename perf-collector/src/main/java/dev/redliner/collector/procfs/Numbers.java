package dev.redliner.collector.procfs;

/** Whole numbers as the kernel writes them. */
final class Numbers {
    /** Digits of 2^64. */
    private static final int LONGEST = 20;

    private Numbers() {}

    /**
     * A counter of the kernel. Those above 2^63 are read as 2^63 - 1: they are limits that mean "none".
     *
     * @throws MalformedText if the word is not a whole number of at least zero
     */
    static long parse(String file, String line, String word) {
        if (word.isEmpty() || word.length() > LONGEST) {
            throw MalformedText.inLine(file, line);
        }
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                throw MalformedText.inLine(file, line);
            }
        }
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException beyondLong) {
            return Long.MAX_VALUE;
        }
    }
}
