package dev.redliner.testbench.benchmark;

import java.util.stream.LongStream;

/** The seeds of a benchmark, both ends included. */
record SeedRange(long first, long last) {
    /** So that the number of seeds cannot overflow. */
    private static final long MOST = 1L << 53;

    SeedRange {
        if (first < 0 || last < first || last > MOST) {
            throw new IllegalArgumentException("seeds from " + first + " to " + last);
        }
    }

    /**
     * Reads an option such as {@code 1:10}.
     *
     * @throws IllegalArgumentException if it is not two numbers from 0 on, the larger one last
     */
    static SeedRange parse(String text) {
        String[] ends = text.split(":", -1);
        try {
            if (ends.length == 2) {
                return new SeedRange(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--seeds " + text + " is no range such as 1:10", e);
        }
        throw new IllegalArgumentException("--seeds " + text + " is no range such as 1:10");
    }

    long size() {
        return last - first + 1;
    }

    LongStream seeds() {
        return LongStream.rangeClosed(first, last);
    }
}
