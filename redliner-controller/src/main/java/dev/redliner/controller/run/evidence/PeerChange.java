package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.util.List;

/**
 * How much slower and worse the peers are than at the baseline.
 *
 * @param slower the larger of the ratios of their median and of their p99 to those of the baseline, and at least 1
 * @param badFraction their fraction of bad requests; 0 if it is not known
 */
record PeerChange(double slower, double badFraction) {
    static final PeerChange NONE = new PeerChange(1, 0);

    /** Percentiles of fewer answers are a guess. */
    private static final double FEWEST = 100;

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
        if (now.latency().count() < FEWEST || normal.latency().count() < FEWEST) {
            return NONE;
        }
        double bad = BadRequests.of(now.errors(), now.completed(), now.latency(), now.overdue(), limit);
        double known = now.completed() + Math.max(0, now.overdue().net());
        return new PeerChange(
                Math.max(1, Math.max(ratio(now, normal, MEDIAN), ratio(now, normal, TAIL))), Math.max(0, bad) / known);
    }

    private static double ratio(PeerSum now, PeerSum normal, double quantile) {
        double usual = normal.latency().quantileSeconds(quantile);
        return usual > 0 ? now.latency().quantileSeconds(quantile) / usual : 1;
    }
}
