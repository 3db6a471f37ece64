package dev.redliner.controller.restore;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the restore alarm.
 *
 * @param restoreWithin a restore that was not verified for longer raises the alarm
 */
@ConfigurationProperties("redliner.controller")
public record RestoreSettings(@DefaultValue("30s") Duration restoreWithin) {
    public RestoreSettings {
        if (restoreWithin.isNegative() || restoreWithin.isZero()) {
            throw new IllegalArgumentException(
                    "redliner.controller.restore-within " + restoreWithin + " is not above zero");
        }
    }
}
