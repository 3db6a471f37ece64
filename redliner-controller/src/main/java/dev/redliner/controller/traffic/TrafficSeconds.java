package dev.redliner.controller.traffic;

import dev.redliner.contracts.traffic.SecondCounts;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** The requests of a pool in consecutive seconds, some of which may be gaps. */
public final class TrafficSeconds {
    /** The search removes the drift of the traffic over blocks of this many seconds. */
    private static final int BLOCK = 60;

    private final Instant from;
    private final int[] counts;

    TrafficSeconds(Instant from, int[] counts) {
        this.from = from;
        this.counts = counts.clone();
    }

    /** The start of the first second. */
    public Instant from() {
        return from;
    }

    /** The number of seconds, gaps included. */
    public int length() {
        return counts.length;
    }

    /** The requests of a second; empty if it is a gap. */
    public OptionalInt at(int second) {
        return counts[second] == SecondCounts.GAP ? OptionalInt.empty() : OptionalInt.of(counts[second]);
    }

    /** Whether any second is known. */
    public boolean isCounted() {
        return Arrays.stream(counts).anyMatch(count -> count != SecondCounts.GAP);
    }

    /**
     * Whole blocks of a minute without a gap in them, oldest first. They suit readers that examine how one second
     * follows from the one before, because the seconds on both sides of a gap are no neighbours. Of each stretch
     * without a gap, the newest blocks are taken.
     */
    public List<Integer> unbroken() {
        var blocks = new ArrayDeque<List<Integer>>();
        int end = counts.length;
        while (end > 0) {
            int start = end;
            while (start > 0 && counts[start - 1] != SecondCounts.GAP && end - start < BLOCK) {
                start--;
            }
            boolean whole = end - start == BLOCK;
            if (whole) {
                blocks.addFirst(Arrays.stream(counts, start, end).boxed().toList());
            }
            // before the block, or before the gap that ended it
            end = whole ? start : start - 1;
        }
        return blocks.stream().flatMap(List::stream).toList();
    }
}
