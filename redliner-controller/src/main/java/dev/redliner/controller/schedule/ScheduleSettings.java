package dev.redliner.controller.schedule;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the schedules. All controllers on a database should have the same.
 *
 * @param atMost no scheduled run begins while this many runs are active, at least one; all controllers together
 * @param keepFirings how long firings are kept with their reasons, and deploys, at least a day
 * @param pollEvery how often each controller asks the database whether a firing is due
 * @param heartbeat how often the controller that decides about firings reports that it is alive. After four missing
 *     heartbeats another controller continues
 */
@ConfigurationProperties("redliner.controller.schedules")
public record ScheduleSettings(
        @DefaultValue("4") int atMost,
        @DefaultValue("400d") Duration keepFirings,
        @DefaultValue("1s") Duration pollEvery,
        @DefaultValue("1s") Duration heartbeat) {
    public ScheduleSettings {
        require(atMost >= 1, "at-most " + atMost + " is below 1");
        require(keepFirings.compareTo(Duration.ofDays(1)) >= 0, "keep-firings " + keepFirings + " is below a day");
        require(pollEvery.toMillis() >= 100, "poll-every " + pollEvery + " is below 100ms");
        require(heartbeat.toMillis() >= 100, "heartbeat " + heartbeat + " is below 100ms");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("redliner.controller.schedules." + otherwise);
        }
    }
}
