package dev.redliner.analyzer.window;

import dev.redliner.rules.Coverage;
import java.time.Duration;
import java.time.Instant;

/**
 * The part of event time that a rule covers.
 *
 * @param end batches that end later do not count
 * @param length batches that end at or before {@code end - length} do not count
 * @param tick how often samples should arrive: twice this must be covered, unless the span is shorter
 */
public record Span(Instant end, Duration length, Duration tick) {
    Instant start() {
        return end.minus(length);
    }

    /**
     * Whether enough of the span was sampled, see {@link Coverage}.
     *
     * @param coveredSeconds sum of the intervals of the batches
     * @param began start of the first kept batch
     * @param newest end of the newest batch in the span
     * @param interval interval of the newest batch: a part at the end of the span that is shorter than this is not
     *     missing yet
     */
    boolean isCovered(double coveredSeconds, Instant began, Instant newest, Duration interval) {
        double sinceStart = seconds(began.isAfter(start()) ? Duration.between(began, end) : length);
        double notYet = Math.min(seconds(Duration.between(newest, end)), seconds(interval));
        return Coverage.isEnough(seconds(length), sinceStart, notYet, coveredSeconds, seconds(tick));
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
