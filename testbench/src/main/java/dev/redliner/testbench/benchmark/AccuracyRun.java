package dev.redliner.testbench.benchmark;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import org.jspecify.annotations.Nullable;

/**
 * A run on a fleet of known capacity, beside that capacity.
 *
 * @param cell the conditions of the run
 * @param seed of fleet and traffic
 * @param truth the true redline of one host, requests per second
 * @param state the state that the run ended in; {@code REFUSED} also if it never began
 * @param words the result or the reason for its absence, as text
 * @param rps the estimate, requests per second; null without one
 * @param low lower end of the 95% interval; null without an estimate
 * @param high upper end of it; null without an estimate, and if there is only a lower bound
 * @param safe the safe rate; null if there is none
 * @param seconds length of the run with its restore, 0 if it never began
 * @param excessHarm bad requests beyond normal, as a fraction of the requests that were served
 * @param restored whether the restore was verified; null if the run never began
 */
record AccuracyRun(
        AccuracyCell cell,
        long seed,
        double truth,
        RunState state,
        String words,
        @Nullable Double rps,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double safe,
        double seconds,
        double excessHarm,
        @Nullable Boolean restored) {
    AccuracyRun {
        if (!(truth > 0)) {
            throw new IllegalArgumentException("truth " + truth);
        }
        if (rps != null && low == null) {
            throw new IllegalArgumentException("an estimate of " + rps + " without a lower end");
        }
    }

    static AccuracyRun of(AccuracyCell cell, long seed, double truth, RunReport report) {
        RedlineReport redline = report.redline();
        return new AccuracyRun(
                cell,
                seed,
                truth,
                report.state(),
                LiveTrial.words(report, truth),
                redline == null ? null : (Double) redline.rps(),
                redline == null ? null : (Double) redline.low(),
                redline == null ? null : redline.high(),
                redline == null ? null : redline.safe(),
                LiveTrial.seconds(report),
                report.harm().excessFraction(),
                report.restored() != null && report.restored().verified());
    }

    /** A run that was refused before it began. */
    static AccuracyRun refused(AccuracyCell cell, long seed, double truth, String why) {
        return new AccuracyRun(
                cell, seed, truth, RunState.REFUSED, "REFUSED at once: " + why, null, null, null, null, 0, 0, null);
    }

    boolean began() {
        return restored != null;
    }

    boolean measured() {
        return state == RunState.COMPLETED && rps != null;
    }
}
