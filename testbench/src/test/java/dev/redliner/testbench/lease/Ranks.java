package dev.redliner.testbench.lease;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The sequences of each token that matter in a state, in order. */
final class Ranks {
    private final Map<Integer, TreeSet<Integer>> byToken = new TreeMap<>();

    void note(int token, int sequence) {
        byToken.computeIfAbsent(token, t -> new TreeSet<>()).add(sequence);
    }

    int of(int token, int sequence) {
        return byToken.get(token).headSet(sequence).size();
    }
}
