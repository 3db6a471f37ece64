package dev.redliner.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The precision of a redline: the expected precision, which follows from the rate of requests, and after a run the
 * precision that was reached.
 *
 * @param expected by rate and time
 * @param reached half the width of the 95% interval, as a fraction of the redline; null before a run has a redline, and
 *     if the redline is "at least"
 * @param words both precisions as text for users
 */
public record PrecisionReport(List<Expected> expected, @Nullable Double reached, String words) {
    public PrecisionReport {
        expected = List.copyOf(expected);
    }

    /**
     * The precision of one run.
     *
     * @param rps the redline, requests per second at one host
     * @param seconds duration of the search
     * @param halfWidth half the width of the 95% interval, as a fraction of the redline; a median
     */
    public record Expected(double rps, long seconds, double halfWidth) {}
}
