package dev.redliner.contracts.verdict;

import java.util.Objects;

/**
 * Counts of the SUT that are in no tick of their own.
 *
 * @param counts counts of the SUT, all hosts of a set together
 * @param seconds of its traffic that they cover: counts of one of two Envoys cover half the time
 */
public record Late(HostCounts counts, double seconds) {
    public Late {
        Objects.requireNonNull(counts, "counts");
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("late counts of " + seconds + " s");
        }
    }

    /** Both together. */
    public Late plus(Late other) {
        return new Late(counts.plus(other.counts), seconds + other.seconds);
    }
}
