package dev.redliner.controller.service;

import java.time.Duration;

/**
 * How often the pool is read during a run. What a user may declare is narrower, see {@link LimitsSection}.
 *
 * @param interval at baseline and in the ramp
 * @param nearRedline once the redline is near, where a breach must be seen sooner
 */
public record Sampling(Duration interval, Duration nearRedline) {
    public static final Sampling DEFAULT = new Sampling(Duration.ofSeconds(1), Duration.ofMillis(200));

    public Sampling {
        if (interval.toMillis() < 1 || nearRedline.toMillis() < 1) {
            throw new IllegalArgumentException("interval " + interval + ", nearRedline " + nearRedline);
        }
    }
}
