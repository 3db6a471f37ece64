package dev.redliner.analyzer.window;

import java.time.Duration;
import java.time.Instant;

/**
 * The part of event time that a rule looks at.
 *
 * @param end batches that end later do not count
 * @param length batches that end at or before {@code end - length} do not count
 * @param tick how often samples should come: twice this must be covered, unless the span is shorter
 */
public record Span(Instant end, Duration length, Duration tick) {
    /** More than this fraction of a span without samples, and it says nothing. */
    private static final double MOST_MISSING = 0.2;

    /** Intervals are measured and so not quite even. */
    private static final double NEARLY = 0.9;

    Instant start() {
        return end.minus(length);
    }

    /**
     * Whether enough of it was sampled: at least two ticks (or the span, if that is shorter), and no more than a fifth
     * missing since the series began. So a window is judged soon after a series starts, and a hole counts as one.
     *
     * @param coveredSeconds sum of the intervals of the batches
     * @param began start of the first batch known
     * @param newest the newest batch in the span ended here
     * @param interval of the newest batch: an end of the span within it is not missing yet
     */
    boolean isCovered(double coveredSeconds, Instant began, Instant newest, Duration interval) {
        double sinceStart = seconds(began.isAfter(start()) ? Duration.between(began, end) : length);
        double notYet = Math.min(seconds(Duration.between(newest, end)), seconds(interval));
        double least = NEARLY * Math.min(seconds(length), 2 * seconds(tick));
        return coveredSeconds >= least && sinceStart - notYet - coveredSeconds <= MOST_MISSING * sinceStart;
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
