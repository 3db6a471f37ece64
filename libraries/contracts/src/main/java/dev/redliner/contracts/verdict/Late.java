package dev.redliner.contracts.verdict;

import java.util.Objects;

/**
 * Counts of the SUT that belong to no tick.
 *
 * @param counts counts of the SUT, all hosts of a set together
 * @param seconds seconds of the SUT's traffic that the counts cover: counts of one of two Envoys cover half the time
 */
public record Late(HostCounts counts, double seconds) {
    public Late {
        Objects.requireNonNull(counts, "counts");
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("late counts of " + seconds + " s");
        }
    }

    /** The sum of both. */
    public Late plus(Late other) {
        return new Late(counts.plus(other.counts), seconds + other.seconds);
    }
}
