package dev.redliner.search.twin;

import java.util.SplittableRandom;

/**
 * The seconds of a run, served by a twin: the requests of each group that were slower than each threshold.
 *
 * @param slower by group and threshold
 * @param answered by group
 * @param latencies of the quiet seconds, in the order in which they were computed; the first {@code quiet} ones count
 */
record Replay(double[][] slower, double[] answered, double[] latencies, int quiet) {
    /** Seconds of normal load before the first second. */
    private static final double BEFORE = 5;
    /** A longer gap in the record is served for this time only. */
    private static final double LONGEST_GAP = 200;

    private static final double ROUNDING = 0.02;

    /**
     * @param times how often the run is replayed. The counts are sums
     * @param seed of the random numbers. Twins with the same seed meet about the same arrivals
     */
    static Replay of(TwinRecord record, TwinHost host, ArrivalTimes arrivals, int times, long seed) {
        var collector = new Collector(record, host.base(), times);
        for (int time = 0; time < times; time++) {
            serve(record, host, arrivals, new SplittableRandom(seed + time), collector);
        }
        return new Replay(collector.slower, collector.answered, collector.latencies, collector.quiet);
    }

    /** The counts alone: the latencies of a long run need much memory. */
    Replay withoutLatencies() {
        return new Replay(slower, answered, new double[0], 0);
    }

    private static void serve(
            TwinRecord record, TwinHost host, ArrivalTimes arrivals, SplittableRandom chance, Station.Answers answers) {
        Station station = host.station(-BEFORE);
        double now = -BEFORE;
        double load = record.normal();
        for (int i = 0; i < record.seconds(); i++) {
            double from = record.from(i);
            double next = record.arrivals(i) / record.length(i);
            if (from > now + ROUNDING) {
                double gap = from - now;
                int requests = arrivals.number(Math.min(LONGEST_GAP, gap) * (load + next) / 2, chance);
                arrivals.serve(now, gap, requests, chance, host, station, answers);
            }
            arrivals.serve(from, record.length(i), record.arrivals(i), chance, host, station, answers);
            now = from + record.length(i);
            load = next;
        }
        station.advance(now, answers);
    }

    private static final class Collector implements Station.Answers {
        private final TwinRecord record;
        private final double base;
        private final double[] thresholds;
        private final double[][] slower;
        private final double[] answered;
        private final double[] latencies;
        private int quiet;

        Collector(TwinRecord record, double base, int times) {
            this.record = record;
            this.base = base;
            thresholds = record.thresholds();
            slower = new double[record.groups()][thresholds.length];
            answered = new double[record.groups()];
            latencies = new double[(int) (times * record.requests()) + 1];
        }

        @Override
        public void answered(double arrived, double left) {
            int second = record.secondAt(left);
            if (second < 0) {
                return;
            }
            double latency = left - arrived + base;
            int group = record.group(second);
            answered[group]++;
            for (int j = 0; j < thresholds.length && latency > thresholds[j]; j++) {
                slower[group][j]++;
            }
            if (record.quiet(second) && quiet < latencies.length) {
                latencies[quiet++] = latency;
            }
        }
    }
}
