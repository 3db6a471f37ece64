package dev.redliner.controller.service;

import java.time.Duration;

/**
 * How often the pool is read during a run.
 *
 * @param interval at baseline and in the ramp
 * @param nearRedline once the redline is near, where a breach must be seen sooner
 */
public record Sampling(Duration interval, Duration nearRedline) {
    public static final Sampling DEFAULT = new Sampling(Duration.ofSeconds(1), Duration.ofMillis(200));

    public Sampling {
        check("interval", interval);
        check("nearRedline", nearRedline);
        if (nearRedline.compareTo(interval) > 0) {
            throw new IllegalArgumentException("nearRedline " + nearRedline + " is above interval " + interval);
        }
    }

    private static void check(String name, Duration value) {
        if (value.toMillis() < 100 || value.toMillis() > 10_000) {
            throw new IllegalArgumentException(name + " " + value + " is not within 100 ms to 10 s");
        }
    }
}
