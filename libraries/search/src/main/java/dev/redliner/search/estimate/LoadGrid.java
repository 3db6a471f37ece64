package dev.redliner.search.estimate;

/**
 * A logarithmic grid of redlines: even cells up to an end, and a few wide cells beyond it, up to twice the end. Without
 * the wide cells, a posterior would sum to 1 below the end regardless of the evidence, and its edge would pass for a
 * result.
 */
final class LoadGrid {
    /** The wide cells reach to this multiple of the end. */
    private static final double BEYOND = 2;

    private static final int WIDE_CELLS = 8;
    /** The prior density of a redline beyond the end falls with this power of the load. */
    private static final double FALL = 8;

    /** Number and width of the even cells around a knee. */
    private static final int FEWEST_FINE = 80;

    private static final int MOST_FINE = 220;
    private static final double FINE_CELL = 0.005;

    private final double[] lnLoads;
    private final double[] lnWeights;
    private final int end;

    private LoadGrid(double[] lnLoads, double[] lnWeights, int end) {
        this.lnLoads = lnLoads;
        this.lnWeights = lnWeights;
        this.end = end;
    }

    /**
     * A grid.
     *
     * @param low its start, requests per second
     * @param high the end of its even cells, requests per second
     * @param points number of even cells
     */
    static LoadGrid over(double low, double high, int points) {
        if (!(low > 0 && high > low)) {
            throw new IllegalArgumentException("a grid from " + low + " to " + high + " requests per second");
        }
        double step = Math.log(high / low) / (points - 1);
        double wide = Math.log(BEYOND) / WIDE_CELLS;
        double[] x = new double[points + WIDE_CELLS];
        double[] weights = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.log(low) + (i < points ? step * i : step * (points - 1) + wide * (i - points + 1));
            weights[i] = (i < points ? 0 : Math.log(wide / step)) - FALL * Math.max(0, x[i] - Math.log(high));
        }
        return new LoadGrid(x, weights, points - 1);
    }

    /** The number of even cells around a knee, between two loads in requests per second. */
    static int fine(double low, double high) {
        return (int) Math.min(MOST_FINE, Math.max(FEWEST_FINE, Math.log(high / low) / FINE_CELL));
    }

    /** Logarithms of the loads. */
    double[] lnLoads() {
        return lnLoads;
    }

    /** The index of the end of the even cells. */
    int end() {
        return end;
    }

    /** The end of the even cells, requests per second. All redlines up to it are equally likely before any evidence. */
    double endLoad() {
        return Math.exp(lnLoads[end]);
    }

    /** Logarithm of the weight of a cell before any evidence. */
    double lnWeight(int cell) {
        return lnWeights[cell];
    }

    /**
     * The probability of a redline below a load in requests per second, from cumulative probabilities over the grid.
     */
    double below(double load, double[] cumulative) {
        double lnLoad = Math.log(load);
        if (lnLoad <= lnLoads[0]) {
            return 0;
        }
        int i = 1;
        while (i < lnLoads.length - 1 && lnLoads[i] < lnLoad) {
            i++;
        }
        double part = Math.min(1, (lnLoad - lnLoads[i - 1]) / (lnLoads[i] - lnLoads[i - 1]));
        return cumulative[i - 1] + part * (cumulative[i] - cumulative[i - 1]);
    }

    /** The load at which a cumulative probability reaches a value, over a grid of logarithms of loads. */
    static double quantile(double[] x, double[] cumulative, double probability) {
        int i = 1;
        while (i < cumulative.length - 1 && cumulative[i] < probability) {
            i++;
        }
        double from = cumulative[i - 1];
        double to = cumulative[i];
        double part = to <= from ? 0.5 : Math.max(0, Math.min(1, (probability - from) / (to - from)));
        return Math.exp(x[i - 1] + part * (x[i] - x[i - 1]));
    }
}
