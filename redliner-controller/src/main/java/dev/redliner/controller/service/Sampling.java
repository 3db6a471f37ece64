package dev.redliner.controller.service;

import java.time.Duration;

/**
 * How often the pool is read during a run. What a user may declare is narrower, see {@link LimitsSection}.
 *
 * @param interval at baseline and in the ramp
 * @param nearRedline the shortest interval once the redline is near, where a breach must be seen sooner
 */
public record Sampling(Duration interval, Duration nearRedline) {
    public static final Sampling DEFAULT = new Sampling(Duration.ofSeconds(1), Duration.ofMillis(200));

    /** Requests of the SUT that a reading near the redline should hold. Half of those of 1,000 rps in 200 ms. */
    private static final double REQUESTS = 100;

    public Sampling {
        if (interval.toMillis() < 1 || nearRedline.toMillis() < 1) {
            throw new IllegalArgumentException("interval " + interval + ", nearRedline " + nearRedline);
        }
    }

    /**
     * How often to read near the redline: as often as a reading holds enough requests, within the declared intervals. A whole
     * part of {@link #interval()}, so that a second of evidence is a whole number of readings. Below the rate at which
     * {@link #nearRedline()} holds enough, a reading holds less than twice that many, unless it is the longest.
     *
     * @param rps requests per second of the SUT
     * @param readings how many readings a decision takes: together they hold enough requests
     */
    public Duration near(double rps, int readings) {
        double enoughMillis = 1_000 * REQUESTS / (readings * rps);
        if (enoughMillis <= nearRedline.toMillis()) {
            return nearRedline;
        }
        long longest = interval.toMillis();
        long parts = Math.max(1, (long) Math.floor(longest / Math.max(enoughMillis, nearRedline.toMillis())));
        while (longest % parts != 0) {
            parts--;
        }
        return Duration.ofMillis(longest / parts);
    }
}
