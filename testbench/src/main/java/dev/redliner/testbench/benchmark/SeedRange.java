package dev.redliner.testbench.benchmark;

import java.util.stream.LongStream;

/** The seeds of a benchmark, both ends included. */
record SeedRange(long first, long last) {
    /**
     * Reads an option such as {@code 1:10}.
     *
     * @throws IllegalArgumentException if it is not two numbers from 0 on, the larger one last
     */
    static SeedRange parse(String text) {
        String[] ends = text.split(":", -1);
        try {
            if (ends.length == 2) {
                var range = new SeedRange(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
                if (0 <= range.first && range.first <= range.last) {
                    return range;
                }
            }
        } catch (NumberFormatException e) {
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
