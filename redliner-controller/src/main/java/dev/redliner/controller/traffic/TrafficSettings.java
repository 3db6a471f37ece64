package dev.redliner.controller.traffic;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the traffic that is kept.
 *
 * @param keptFor how long five-minute peaks and means are kept, at least a day, also those of services that are deleted
 */
@ConfigurationProperties("redliner.controller.traffic")
public record TrafficSettings(@DefaultValue("1826d") Duration keptFor) {
    public TrafficSettings {
        if (keptFor.compareTo(Duration.ofDays(1)) < 0) {
            throw new IllegalArgumentException("redliner.controller.traffic.kept-for " + keptFor + " is below a day");
        }
    }
}
