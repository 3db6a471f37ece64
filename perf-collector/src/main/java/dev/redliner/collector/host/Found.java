package dev.redliner.collector.host;

import dev.redliner.contracts.sample.Gap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values found so far in one read.
 *
 * @param nanos the moment of the read by {@link System#nanoTime()}: due times are too inexact for fractions of time
 */
record Found(
        long nanos,
        Map<String, Double> gauges,
        Map<String, Double> counters,
        List<Gap> gaps,
        Map<String, String> properties) {
    static final String FIRST = "first reading";

    Found(long nanos) {
        this(nanos, new HashMap<>(), new HashMap<>(), new ArrayList<>(), new HashMap<>());
    }

    /** A part of the read that adds its values. */
    interface Part {
        void readInto(Found found) throws Exception;
    }

    void gauge(String name, double value) {
        gauges.put(name, value);
    }

    void counter(String name, double total) {
        counters.put(name, total);
    }

    void property(String name, String text) {
        properties.put(name, text);
    }

    void gap(String name, String reason) {
        gaps.add(new Gap(name, reason));
    }

    /** A failing part is a gap, and the others are still read: a container may hide files. */
    void part(String name, Part part) {
        try {
            part.readInto(this);
        } catch (Exception | LinkageError e) {
            gap(name, "not readable: " + e);
        }
    }
}
