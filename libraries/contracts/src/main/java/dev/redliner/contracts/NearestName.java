package dev.redliner.contracts;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Suggests the nearest declared name for a misspelled one, for error messages. */
public final class NearestName {
    /** Bounds the work for a maliciously long name. */
    private static final int LONGEST = 100;

    private NearestName() {}

    /**
     * Returns the declared name with the fewest different characters; case, {@code -} and {@code _} are ignored. Empty
     * if more characters would have to change than one, plus one for every five characters of the name.
     *
     * @param known the declared names; the first of several equally near names is returned
     */
    public static Optional<String> of(String word, List<String> known) {
        String plain = plain(word);
        return known.stream()
                .filter(candidate -> distance(plain, plain(candidate)) <= 1 + candidate.length() / 5)
                .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))));
    }

    private static String plain(String word) {
        return word.substring(0, Math.min(word.length(), LONGEST))
                .toLowerCase(Locale.ROOT)
                .replaceAll("[_-]", "");
    }

    /** Levenshtein distance: the smallest number of single characters to insert, delete or replace. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
