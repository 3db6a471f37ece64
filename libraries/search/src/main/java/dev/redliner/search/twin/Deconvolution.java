package dev.redliner.search.twin;

import java.util.Arrays;

/**
 * Finds the service times for which a twin's latencies in quiet seconds are the observed ones, a round at a time. In each
 * round, the run is replayed, and each quantile of the service times is multiplied by the ratio of the observed latency
 * to the twin's at that level.
 *
 * @param wanted the twin without its service times
 * @param quantiles service times at the levels of {@link ServiceTimes}
 * @param tail scale of the service times beyond the last level, seconds
 * @param rounds number of rounds so far
 */
record Deconvolution(HostGrid.Wanted wanted, double[] quantiles, double tail, int rounds) {
    private static final int ROUNDS = 4;
    private static final double LARGEST_RATIO = 1.5;
    /** With more requests than this, one replay per round is enough. */
    private static final double ENOUGH = 12_000;

    private static final int MOST_REPLAYS = 6;
    /** Least part of a latency that is service. */
    private static final double LEAST_PART = 0.02;
    /** The tail of the distribution is judged between these levels. */
    private static final double TAIL_FROM = 0.97;

    private static final double TAIL_TO = 0.99;
    /** Tails of service times fall a little slower than exponentials. */
    private static final double HEAVIER = 1.2;

    private static final long SEED = 17;

    static Deconvolution of(TwinRecord record, HostGrid.Wanted wanted) {
        double[] observed = observed(record, wanted);
        return new Deconvolution(wanted, observed, HEAVIER * observedSlope(observed), 0);
    }

    private static double[] observed(TwinRecord record, HostGrid.Wanted wanted) {
        return Arrays.stream(record.quietQuantiles())
                .map(latency -> Math.max(LEAST_PART * latency, latency - wanted.base()))
                .toArray();
    }

    private static double observedSlope(double[] observed) {
        return slope(at(observed, TAIL_FROM), at(observed, TAIL_TO));
    }

    boolean ended() {
        return rounds == ROUNDS;
    }

    /** The twin with the service times so far. */
    TwinHost host() {
        return new TwinHost(wanted.shape(), wanted.servers(), wanted.base(), new ServiceTimes(quantiles, tail), 1);
    }

    Deconvolution next(ReplayTraffic traffic) {
        TwinRecord record = traffic.record();
        Replay replay = Replay.of(record, host(), traffic.kept(replays(record), SEED));
        int size = replay.quiet();
        if (size == 0) {
            return new Deconvolution(wanted, quantiles, tail, ROUNDS);
        }
        double[] latencies = Arrays.copyOf(replay.latencies(), size);
        Arrays.sort(latencies);
        double[] observed = observed(record, wanted);
        double slope = slope(sorted(latencies, TAIL_FROM), sorted(latencies, TAIL_TO));
        return new Deconvolution(
                wanted,
                next(quantiles, observed, latencies, wanted.base()),
                tail * limited(observedSlope(observed) / slope),
                rounds + 1);
    }

    /** Requests that a round serves. */
    static double work(TwinRecord record) {
        return replays(record) * record.requests();
    }

    private static int replays(TwinRecord record) {
        return (int) Math.max(1, Math.min(MOST_REPLAYS, Math.ceil(ENOUGH / record.requests())));
    }

    private static double[] next(double[] quantiles, double[] observed, double[] latencies, double base) {
        double[] next = new double[quantiles.length];
        double least = 0;
        for (int i = 0; i < next.length; i++) {
            double latency = sorted(latencies, ServiceTimes.level(i));
            double twin = Math.max(LEAST_PART * latency, latency - base);
            least = Math.max(least, quantiles[i] * limited(observed[i] / twin));
            next[i] = least;
        }
        return next;
    }

    private static double limited(double ratio) {
        return Math.max(1 / LARGEST_RATIO, Math.min(LARGEST_RATIO, ratio));
    }

    private static double slope(double from, double to) {
        return Math.max(LEAST_PART * to, to - from) / Math.log((1 - TAIL_FROM) / (1 - TAIL_TO));
    }

    private static double at(double[] quantiles, double level) {
        return quantiles[Math.min(quantiles.length - 1, (int) (level * quantiles.length))];
    }

    private static double sorted(double[] latencies, double level) {
        return latencies[Math.min(latencies.length - 1, (int) (level * latencies.length))];
    }
}
