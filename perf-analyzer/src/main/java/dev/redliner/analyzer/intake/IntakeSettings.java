package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.judge.JudgeSettings;
import java.time.Duration;

/**
 * How records are read.
 *
 * @param threads consumers in this process; each holds the pools of its partitions
 * @param mostSkew batches of a clock that is off by more are not judged
 * @param poll how often time-driven verdicts are looked for, at the longest
 * @param judging how patient judging is; its retention is how far an analyzer reads back when it takes a partition
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
