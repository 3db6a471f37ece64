package dev.redliner.controller.service;

import dev.redliner.contracts.NearestName;
import java.util.Collection;
import java.util.stream.Collectors;

/** Guesses what somebody meant to write. */
final class DidYouMean {
    private DidYouMean() {}

    /** A hint for an unknown word: the nearest known one, or all of them. */
    static String hint(String word, Collection<String> known) {
        return NearestName.of(word, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElseGet(() -> "known are " + known.stream().sorted().collect(Collectors.joining(", ")));
    }
}
