package dev.redliner.controller.service;

import dev.redliner.contracts.NearestName;
import java.util.Collection;
import java.util.List;

/** Guesses what somebody meant to write. */
final class DidYouMean {
    private DidYouMean() {}

    /** A hint for an unknown word: the nearest known one, or all of them. */
    static String hint(String word, Collection<String> known) {
        List<String> sorted = known.stream().sorted().toList();
        return NearestName.of(word, sorted)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(() -> "known are " + String.join(", ", sorted));
    }
}
