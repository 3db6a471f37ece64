package dev.redliner.service;

import java.time.Duration;

/**
 * Sampling intervals of the pool during a run. Users may declare a narrower range only, see {@link LimitsSection}.
 *
 * @param interval at the baseline and in the ramp
 * @param nearRedline the shortest interval near the redline, where a breach must be detected sooner
 */
public record Sampling(Duration interval, Duration nearRedline) {
    public static final Sampling DEFAULT = new Sampling(Duration.ofSeconds(1), Duration.ofMillis(200));

    /**
     * The number of requests of the SUT that a reading near the redline should contain: half of the requests of 1,000
     * rps in 200 ms.
     */
    private static final double REQUESTS = 100;

    /** More readings than these do not share the needed requests. */
    private static final int MOST_READINGS = 2;

    public Sampling {
        if (interval.toMillis() < 1 || nearRedline.toMillis() < 1) {
            throw new IllegalArgumentException("interval " + interval + ", nearRedline " + nearRedline);
        }
    }

    /**
     * The interval near the redline: the shortest within the declared intervals at which a reading contains enough
     * requests. It is {@link #interval()} divided by a whole number, so that a second of evidence is a whole number of
     * readings. Below the rate at which {@link #nearRedline()} is long enough, a reading contains less than twice the
     * needed requests, unless it has the longest interval.
     *
     * @param rps requests per second of the SUT
     * @param readings the number of readings that a decision uses. Two or more of them contain half of the needed requests
     *     each
     */
    public Duration near(double rps, int readings) {
        double enoughMillis = 1_000 * REQUESTS / (Math.min(MOST_READINGS, readings) * rps);
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
