package dev.redliner.contracts.traffic;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Requests in each second of a minute. A second that was not counted is a gap, never a zero. */
public final class SecondCounts {
    public static final int SECONDS = 60;

    /** Marks a gap on the wire and in {@link #toArray()}. */
    public static final long GAP = -1;

    /** Highest plausible count: no Envoy can serve more in a second, so a higher count is a mistake. */
    private static final long MOST = 100_000_000;

    private final long[] counts;

    private SecondCounts(long[] counts) {
        this.counts = counts;
    }

    /**
     * The counts of a minute.
     *
     * @param counts 60 counts, {@link #GAP} for a second that was not counted
     * @throws IllegalArgumentException if there are not 60 counts, or one is below {@link #GAP} or implausibly high
     */
    public static SecondCounts of(long... counts) {
        if (counts.length != SECONDS) {
            throw new IllegalArgumentException("a minute has " + SECONDS + " seconds, not " + counts.length);
        }
        for (long count : counts) {
            if (count < GAP || count > MOST) {
                throw new IllegalArgumentException("a second with " + count + " requests");
            }
        }
        return new SecondCounts(counts.clone());
    }

    /** A minute that consists of gaps. */
    public static SecondCounts gaps() {
        long[] counts = new long[SECONDS];
        Arrays.fill(counts, GAP);
        return new SecondCounts(counts);
    }

    /** The requests of a second, 0 to 59; empty if the second was not counted. */
    public OptionalLong at(int second) {
        return counts[second] == GAP ? OptionalLong.empty() : OptionalLong.of(counts[second]);
    }

    /** The sum of both counts. A second that is a gap in one of them is a gap in the sum. */
    public SecondCounts plus(SecondCounts other) {
        long[] sum = new long[SECONDS];
        for (int i = 0; i < SECONDS; i++) {
            boolean gap = counts[i] == GAP || other.counts[i] == GAP;
            sum[i] = gap ? GAP : Math.min(MOST, counts[i] + other.counts[i]);
        }
        return new SecondCounts(sum);
    }

    /** Combines two counts of the same requests: a second that is a gap here is taken from the other count. */
    public SecondCounts orElse(SecondCounts other) {
        long[] either = counts.clone();
        for (int i = 0; i < SECONDS; i++) {
            either[i] = counts[i] == GAP ? other.counts[i] : counts[i];
        }
        return new SecondCounts(either);
    }

    /** Number of seconds that were counted. */
    public int counted() {
        return (int) known().count();
    }

    /** The requests of the seconds that were counted. */
    public LongStream known() {
        return Arrays.stream(counts).filter(count -> count != GAP);
    }

    /** The 60 counts, {@link #GAP} for a gap. */
    public long[] toArray() {
        return counts.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SecondCounts that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return Arrays.toString(counts);
    }
}
