package dev.redliner.analyzer;

import dev.redliner.analyzer.intake.IntakeSettings;
import dev.redliner.analyzer.judge.JudgeSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the analyzer.
 *
 * @param threads consumers in this process; each holds the pools of its partitions
 * @param retention how long samples are kept, and how far an analyzer reads back when it takes a partition; rules with
 *     longer windows are judged by the shorter time for a while after that
 * @param maxClockSkew batches of a reporter with a larger clock error are not judged
 * @param reporterTimeout ticks do not wait for an Envoy's reporter that was silent for this long; a host that was
 *     silent for this long is missing
 * @param graceIntervals number of sampling intervals that a tick waits for missing batches; then the verdict is sent
 *     without them
 * @param defaultWindow for the metrics of a verdict while a watch has no rules
 * @param oldestVerdict a tick that ended longer ago gives no verdict
 * @param poll how long a reading thread waits for records before it checks whether a verdict is due, while a run is
 *     watched
 */
@ConfigurationProperties("redliner.analyzer")
public record AnalyzerProperties(
        @DefaultValue("1") int threads,
        @DefaultValue("90s") Duration retention,
        @DefaultValue("5s") Duration maxClockSkew,
        @DefaultValue("5s") Duration reporterTimeout,
        @DefaultValue("1.5") double graceIntervals,
        @DefaultValue("30s") Duration defaultWindow,
        @DefaultValue("10s") Duration oldestVerdict,
        @DefaultValue("50ms") Duration poll) {

    public AnalyzerProperties {
        // both settings records check themselves
        settings(threads, retention, maxClockSkew, reporterTimeout, graceIntervals, defaultWindow, oldestVerdict, poll);
    }

    IntakeSettings intake() {
        return settings(
                threads, retention, maxClockSkew, reporterTimeout, graceIntervals, defaultWindow, oldestVerdict, poll);
    }

    private static IntakeSettings settings(
            int threads,
            Duration retention,
            Duration maxClockSkew,
            Duration reporterTimeout,
            double graceIntervals,
            Duration defaultWindow,
            Duration oldestVerdict,
            Duration poll) {
        var judging = new JudgeSettings(retention, reporterTimeout, graceIntervals, defaultWindow, oldestVerdict);
        return new IntakeSettings(threads, maxClockSkew, poll, judging);
    }
}
