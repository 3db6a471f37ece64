package dev.redliner.service;

import dev.redliner.contracts.NearestName;
import java.util.Collection;
import java.util.List;

/** Suggests corrections for misspelled words. */
public final class DidYouMean {
    private DidYouMean() {}

    /** A hint for an unknown word: the most similar permitted word, or a list of all permitted words. */
    public static String hint(String word, Collection<String> known) {
        List<String> sorted = known.stream().sorted().toList();
        return NearestName.of(word, sorted)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(() -> "known are " + String.join(", ", sorted));
    }
}
