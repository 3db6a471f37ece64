package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval;
import java.util.ArrayList;
import java.util.List;

/**
 * The highest load that can be brought to the SUT: its mean over the last seconds, as many as hold {@value #REQUESTS}
 * requests. In a pool of 30 requests per second, a single second is 18% too high or too low by chance.
 *
 * @param expected the value before the first second, requests per second
 * @param seconds oldest first
 */
public record Available(double expected, List<Loaded> seconds) {

    /** This many requests give a precision of 3% if requests are independent. */
    private static final double REQUESTS = 1000;
    /**
     * Longest period of the mean, in seconds. Traffic changes within minutes, so older seconds are no part of the mean.
     */
    private static final double LONGEST = 60;

    /**
     * @param rps requests per second
     * @param length seconds
     */
    public record Loaded(double rps, double length) {}

    public Available {
        seconds = List.copyOf(seconds);
    }

    /** The load before the first second, requests per second. */
    public static Available of(double expected) {
        return new Available(expected, List.of());
    }

    /**
     * Adds a second. A second without any traffic is ignored: it is no evidence of the load that can be brought later.
     */
    public Available with(CountInterval second) {
        if (!(second.available() > 0)) {
            return this;
        }
        var enough = new ArrayList<Loaded>();
        enough.add(new Loaded(second.available(), second.length()));
        double requests = second.available() * second.length();
        double length = second.length();
        for (int i = seconds.size() - 1; i >= 0 && requests < REQUESTS && length < LONGEST; i--) {
            Loaded earlier = seconds.get(i);
            enough.add(0, earlier);
            requests += earlier.rps() * earlier.length();
            length += earlier.length();
        }
        return new Available(expected, enough);
    }

    /** Requests per second. */
    public double rps() {
        double length = seconds.stream().mapToDouble(Loaded::length).sum();
        return length > 0
                ? seconds.stream().mapToDouble(s -> s.rps() * s.length()).sum() / length
                : expected;
    }
}
