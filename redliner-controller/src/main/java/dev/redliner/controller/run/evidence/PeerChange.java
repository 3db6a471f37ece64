package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.util.List;

/**
 * How much slower and worse the peers are than at the baseline.
 *
 * @param slower the ratio of their median to that of the baseline, at least 1
 * @param slowerTail the ratio of their p99 to that of the baseline, at least 1; with too few answers that of the medians
 * @param moreBad the increase of their fraction of bad requests, at least 0
 */
record PeerChange(double slower, double slowerTail, double moreBad) {
    static final PeerChange NONE = new PeerChange(1, 1, 0);

    /** A median of fewer answers is a guess. */
    private static final double FEWEST = 100;

    /** So many answers have ten beyond their p99. */
    private static final double FEWEST_FOR_TAIL = 1_000;

    private static final double MEDIAN = 0.5;
    private static final double TAIL = 0.99;

    /**
     * The change of the peers over some ticks.
     *
     * @param normal the peers at the baseline
     * @param limit the tightest latency limit of the rules; zero if there is none
     */
    static PeerChange of(List<Tick> ticks, PeerSum normal, Duration limit) {
        PeerSum now = PeerSum.NONE;
        for (Tick tick : ticks) {
            now = now.plus(tick);
        }
        double answers = Math.min(now.latency().count(), normal.latency().count());
        if (answers < FEWEST) {
            return NONE;
        }
        double slower = ratio(now, normal, MEDIAN);
        return new PeerChange(
                slower,
                answers < FEWEST_FOR_TAIL ? slower : ratio(now, normal, TAIL),
                Math.max(0, badFraction(now, limit) - badFraction(normal, limit)));
    }

    private static double ratio(PeerSum now, PeerSum normal, double quantile) {
        double usual = normal.latency().quantileSeconds(quantile);
        return usual > 0 ? Math.max(1, now.latency().quantileSeconds(quantile) / usual) : 1;
    }

    private static double badFraction(PeerSum sum, Duration limit) {
        double bad = BadRequests.of(sum.errors(), sum.completed(), sum.latency(), sum.overdue(), limit);
        double known = sum.completed() + Math.max(0, sum.overdue().net());
        return known > 0 ? Math.max(0, bad) / known : 0;
    }
}
