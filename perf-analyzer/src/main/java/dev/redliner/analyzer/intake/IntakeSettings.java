package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.judge.JudgeSettings;
import java.time.Duration;

/**
 * Settings for reading records.
 *
 * @param threads consumers in this process; each holds the pools of its partitions
 * @param mostSkew batches with a larger clock error are not judged
 * @param poll longest time between two checks for verdicts that are due by time, while a run is watched
 * @param judging the settings of judging; its retention is how far an analyzer reads back when it takes a partition
 */
public record IntakeSettings(int threads, Duration mostSkew, Duration poll, JudgeSettings judging) {
    public IntakeSettings {
        if (threads < 1 || threads > 64) {
            throw new IllegalArgumentException("threads " + threads + " is not within 1 to 64");
        }
        if (poll.isNegative() || poll.isZero() || poll.compareTo(Duration.ofSeconds(1)) > 0) {
            throw new IllegalArgumentException("poll " + poll + " is not above zero and at most a second");
        }
        if (mostSkew.isNegative() || mostSkew.isZero()) {
            throw new IllegalArgumentException("mostSkew " + mostSkew + " is not above zero");
        }
    }
}
