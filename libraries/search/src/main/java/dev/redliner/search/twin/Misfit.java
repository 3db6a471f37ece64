package dev.redliner.search.twin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far a twin's counts are from the observed ones: the squared difference of the logarithms of the slow fractions,
 * over its variance, summed over groups and thresholds. The sum of a group grows with its logarithm once it is large,
 * because counts over several thresholds are of the same requests.
 *
 * @param dispersion variance-to-mean ratio of the counts over each threshold: requests are slow together
 * @param replays slower requests by group and threshold, of the replays so far from which the dispersion will be taken
 */
record Misfit(double[] dispersion, List<double[][]> replays) {
    /** Replays from which the dispersion is taken, and the prior's weight in groups. */
    private static final int REPLAYS = 12;

    private static final double PRIOR_GROUPS = 8;
    private static final double PRIOR = 2;
    private static final double MOST = 60;
    /** A count's dispersion is judged from this mean on. */
    private static final double FEWEST = 2;
    /** Relative error of a twin's slow fractions apart from chance: its family is not the real host. */
    private static final double MODEL = 0.08;
    /** Keeps the logarithm of a count of zero finite. */
    private static final double PSEUDO = 0.7;

    /** A misfit per count far below this counts almost in full, and one far above it with its logarithm. */
    private static final double LARGE = 2;

    private static final long SEED = 1_000;

    Misfit {
        replays = List.copyOf(replays);
    }

    /** Before a twin is known. */
    static Misfit first(TwinRecord record) {
        double[] usual = new double[record.thresholds().length];
        Arrays.fill(usual, 2 * PRIOR);
        return new Misfit(usual, List.of());
    }

    /** With one more replay of a twin. The last one makes its dispersion that of the twin. */
    Misfit next(ReplayTraffic traffic, TwinHost host) {
        TwinRecord record = traffic.record();
        var more = new ArrayList<>(replays);
        List<ReplayTraffic.Requests> requests = List.of(traffic.drawn(SEED * (more.size() + 1)));
        more.add(Replay.of(record, host, requests).slower());
        return new Misfit(more.size() == REPLAYS ? dispersion(record, more) : dispersion, more);
    }

    /** Whether its dispersion is that of a twin. */
    boolean ended() {
        return replays.size() == REPLAYS;
    }

    private static double[] dispersion(TwinRecord record, List<double[][]> replays) {
        double[] dispersion = new double[record.thresholds().length];
        for (int j = 0; j < dispersion.length; j++) {
            double ratios = PRIOR_GROUPS * PRIOR;
            double groups = PRIOR_GROUPS;
            for (int g = 0; g < record.groups(); g++) {
                double mean = 0;
                double squares = 0;
                for (double[][] slower : replays) {
                    mean += slower[g][j] / REPLAYS;
                    squares += slower[g][j] * slower[g][j];
                }
                if (mean >= FEWEST) {
                    ratios += (squares - REPLAYS * mean * mean) / (REPLAYS - 1) / mean;
                    groups++;
                }
            }
            dispersion[j] = Math.max(1, Math.min(MOST, ratios / groups));
        }
        return dispersion;
    }

    /** Sum over all groups and thresholds; somewhat less than their number for a perfect twin. */
    double of(TwinRecord record, Replay replay, int times) {
        double sum = 0;
        for (int g = 0; g < record.groups(); g++) {
            double answered = Math.max(1, replay.answered()[g]);
            double misfit = 0;
            for (int j = 0; j < dispersion.length; j++) {
                double seen = record.slower(g, j);
                double twin = replay.slower()[g][j];
                double difference = Math.log((seen + PSEUDO) / Math.max(1, record.answered(g)))
                        - Math.log((twin + PSEUDO * times) / answered);
                double variance = dispersion[j] * (1 / (seen + 1) + 1 / (twin + times)) + MODEL * MODEL;
                misfit += difference * difference / variance;
            }
            sum += limited(misfit / dispersion.length) * dispersion.length;
        }
        return sum;
    }

    /** Grows with the logarithm of a large misfit, so that one long queue does not outweigh all other groups. */
    private static double limited(double misfit) {
        return LARGE * Math.log1p(misfit / LARGE);
    }
}
