package dev.redliner.testbench.findings;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts how often each item was seen.
 *
 * @param <K> type of the items, in their order
 */
public final class Tally<K extends Comparable<? super K>> {
    private final Map<K, Long> counts = new TreeMap<>();

    /** Adds one to the count of each item. An item may occur several times. */
    public void add(Collection<? extends K> seen) {
        seen.forEach(one -> counts.merge(one, 1L, Long::sum));
    }

    public void add(Tally<K> other) {
        other.counts.forEach((one, count) -> counts.merge(one, count, Long::sum));
    }

    public Map<K, Long> counts() {
        return new TreeMap<>(counts);
    }
}
