package dev.redliner.controller.schedule;

import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Deletes firings that were due long ago, and deploys that were received long ago. Every controller does so, because repeating it is harmless. */
public final class FiringRetention {
    private static final Logger log = LoggerFactory.getLogger(FiringRetention.class);

    private final FiringTable firings;
    private final DeployTable deploys;
    private final Duration keep;
    private final InstantSource clock;

    /** @param keep how long a firing stays after it was due, and a deploy after it was received */
    FiringRetention(JdbcClient jdbc, Duration keep, InstantSource clock) {
        this.firings = new FiringTable(jdbc);
        this.deploys = new DeployTable(jdbc);
        this.keep = keep;
        this.clock = clock;
    }

    /** Deletes the firings that are too old. Throws if the database does not answer. */
    public void apply() {
        int deleted = firings.deleteBefore(clock.instant().minus(keep));
        deploys.deleteBefore(clock.instant().minus(keep));
        if (deleted > 0) {
            log.info("firings that were due more than {} ago: {} deleted", keep, deleted);
        }
    }
}
