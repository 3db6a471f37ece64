package dev.redliner.analyzer.judge;

import java.time.Duration;

/**
 * Settings of judging: retention and time limits.
 *
 * @param retention samples are kept for this long, or as long as the longest rule window of a watch requires
 * @param reporterTimeout ticks do not wait for a reporter that was silent for this long; for 25 s more they
 *     have no counts
 * @param graceIntervals number of sampling intervals that a tick waits for missing batches
 * @param defaultWindow for the metrics of a verdict while a watch has no rules
 * @param oldestVerdict a tick that ended longer ago gives no verdict, such as when samples are read again after a
 *     restart. Its counts are passed on with the next verdict, unless they are from before this analyzer watched the
 *     run
 */
public record JudgeSettings(
        Duration retention,
        Duration reporterTimeout,
        double graceIntervals,
        Duration defaultWindow,
        Duration oldestVerdict) {

    public static final JudgeSettings DEFAULT = new JudgeSettings(
            Duration.ofSeconds(90), Duration.ofSeconds(5), 1.5, Duration.ofSeconds(30), Duration.ofSeconds(10));

    public JudgeSettings {
        requireAboveZero("retention", retention);
        requireAboveZero("reporterTimeout", reporterTimeout);
        requireAboveZero("defaultWindow", defaultWindow);
        requireAboveZero("oldestVerdict", oldestVerdict);
        if (!(graceIntervals > 0 && graceIntervals <= 100)) {
            throw new IllegalArgumentException("graceIntervals " + graceIntervals + " is not within 0 to 100");
        }
    }

    Duration grace(Duration interval) {
        return Duration.ofNanos(Math.round(interval.toNanos() * graceIntervals));
    }

    private static void requireAboveZero(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " " + value + " is not above zero");
        }
    }
}
