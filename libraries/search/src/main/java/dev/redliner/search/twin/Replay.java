package dev.redliner.search.twin;

import java.util.List;

/**
 * The seconds of a run, served by a twin: the requests of each group that were slower than each threshold.
 *
 * @param slower by group and threshold
 * @param answered by group
 * @param latencies of the quiet seconds, in the order in which they were computed; the first {@code quiet} ones count
 */
record Replay(double[][] slower, double[] answered, double[] latencies, int quiet) {
    /** @param replays the requests of each replay of the run. The counts are sums over the replays */
    static Replay of(TwinRecord record, TwinHost host, List<ReplayTraffic.Requests> replays) {
        var collector = new Collector(record, host.base(), replays.size());
        replays.forEach(requests -> requests.serve(host, collector));
        return new Replay(collector.slower, collector.answered, collector.latencies, collector.quiet);
    }

    /** The counts alone: the latencies of a long run need much memory. */
    Replay withoutLatencies() {
        return new Replay(slower, answered, new double[0], 0);
    }

    private static final class Collector implements Station.Answers {
        private final TwinRecord record;
        private final double base;
        private final double[] thresholds;
        private final double[][] slower;
        private final double[] answered;
        private final double[] latencies;
        private int quiet;
        /** The second of the previous answer. The next one is not far from it. */
        private int second = -1;

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
            second = record.lastBegun(left, second);
            if (second < 0 || left >= record.from(second) + record.length(second)) {
                return;
            }
            double latency = left - arrived + base;
            int group = record.group(second);
            answered[group]++;
            double[] counts = slower[group];
            for (int j = 0; j < thresholds.length && latency > thresholds[j]; j++) {
                counts[j]++;
            }
            if (record.quiet(second) && quiet < latencies.length) {
                latencies[quiet++] = latency;
            }
        }
    }
}
