package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Seconds of a probe with about the same load.
 *
 * @param lnLoad logarithm of their load in requests per second, the mean over their requests
 * @param bad bad requests
 * @param total all requests that were counted
 */
record LoadGroup(double lnLoad, double bad, double total) {
    private static final int GROUPS = 5;
    /** Stands for a load or a number of requests of zero, whose logarithm or ratio does not exist. */
    private static final double NOTHING = 1e-9;

    /**
     * The probe's seconds grouped by load, the lowest load first.
     *
     * @param most the highest bad fraction with which a second is counted
     */
    static LoadGroup[] of(ProbeResult probe, Criterion criterion, double most) {
        double[] loads = probe.loads(criterion);
        Integer[] order = new Integer[loads.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> loads[i]));
        int count = Math.min(GROUPS, loads.length);
        double[] weighted = new double[count];
        double[] bad = new double[count];
        double[] all = new double[count];
        for (int i = 0; i < order.length; i++) {
            int group = i * count / order.length;
            var counted = probe.seconds().get(order[i]).count(criterion);
            weighted[group] += counted.total() * Math.log(Math.max(NOTHING, loads[order[i]]));
            bad[group] += Math.min(counted.bad(), most * counted.total());
            all[group] += counted.total();
        }
        var groups = new LoadGroup[count];
        Arrays.setAll(groups, g -> new LoadGroup(weighted[g] / Math.max(NOTHING, all[g]), bad[g], all[g]));
        return groups;
    }
}
