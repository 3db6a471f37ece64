package dev.redliner.testbench.chance;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.util.TreeMap;

/**
 * Some hosts of a pool that serve all requests, counted together. At any load a few requests are slow and a few fail.
 * The requests of one page load fail or slow down together.
 */
public final class QuietHosts {
    /** The rules allow ten times as many slow requests and five times as many failed ones. */
    static final double SLOW = 0.001;

    public static final double FAILED = 0.0002;
    /** Requests for which no connection can be made, among all of them. */
    private static final double UNCONNECTED = 0.00005;

    private static final double SLOW_SECONDS = 0.4;
    /** Twelfths of a lognormal time around 40 ms. */
    private static final double[] FAST_SECONDS = {
        0.017, 0.023, 0.027, 0.031, 0.034, 0.038, 0.042, 0.047, 0.052, 0.059, 0.070, 0.094
    };

    private static final double MEAN_SECONDS = 0.045;

    private final Draws draws;
    private final double page;
    private double slow = SLOW;
    private double failed = FAILED;
    private long inFlight;

    /**
     * The counts of one tick.
     *
     * @param requested requests that arrived
     * @param completed requests that were answered
     * @param errors failures among them
     * @param latency latency of the answered requests
     * @param connectFailures connections that could not be made
     */
    record Counts(long requested, long completed, long errors, LatencyHistogram latency, long connectFailures) {}

    /**
     * @param page requests of a page load, on average
     */
    QuietHosts(Draws draws, double page) {
        this.draws = draws;
        this.page = page;
    }

    /** Sets the fractions of requests that are slow and that fail, from now on. */
    public void bad(double slowPart, double failedPart) {
        slow = slowPart;
        failed = failedPart;
    }

    /**
     * @param mean requests per second that arrive in this tick, on average
     */
    Counts tick(double mean, double seconds) {
        long requested = draws.requests(draws.poisson(mean * seconds / page), page);
        long open = draws.binomial(requested, Math.min(1, MEAN_SECONDS / seconds));
        long completed = Math.max(0, requested + inFlight - open);
        inFlight = requested + inFlight - completed;
        long late = together(completed, slow);
        return new Counts(
                requested,
                completed,
                together(completed, failed),
                latency(completed - late, late),
                together(requested, UNCONNECTED));
    }

    private long together(long requests, double part) {
        return Math.min(requests, draws.requests(draws.poisson(requests * part / page), page));
    }

    private LatencyHistogram latency(long fast, long late) {
        var counts = new TreeMap<Integer, Long>();
        double sum = late * SLOW_SECONDS;
        long left = fast;
        for (int i = 0; i < FAST_SECONDS.length; i++) {
            long here = draws.binomial(left, 1.0 / (FAST_SECONDS.length - i));
            left -= here;
            sum += here * FAST_SECONDS[i];
            add(counts, FAST_SECONDS[i], here);
        }
        add(counts, SLOW_SECONDS, late);
        return LatencyHistogram.of(counts, sum);
    }

    private static void add(TreeMap<Integer, Long> counts, double seconds, long count) {
        if (count > 0) {
            counts.merge(LatencyHistogram.bucketOf(Duration.ofNanos(Math.round(seconds * 1e9))), count, Long::sum);
        }
    }
}
