package dev.redliner.controller.search;

/**
 * Redlines on a logarithmic grid: even cells up to an end, and a few wide cells beyond it, up to twice the end. Without
 * those a posterior would sum to 1 below the end, whatever the evidence, and its edge would pass for an answer.
 */
final class LoadGrid {
    /** The wide cells reach to this multiple of the end. */
    private static final double BEYOND = 2;

    private static final int WIDE_CELLS = 8;
    /** Before any evidence the wide cells together weigh as much as even ones up to this multiple of the end. */
    private static final double WEIGHT = 1.2;

    private final double[] lnLoads;
    private final int end;
    /** Logarithm of the weight of a wide cell over that of an even one, before any evidence. */
    private final double lnWide;

    private LoadGrid(double[] lnLoads, int end, double lnWide) {
        this.lnLoads = lnLoads;
        this.end = end;
        this.lnWide = lnWide;
    }

    /**
     * A grid.
     *
     * @param low its start, requests per second
     * @param high the end of its even cells
     * @param points how many even cells
     */
    static LoadGrid over(double low, double high, int points) {
        double step = Math.log(high / low) / (points - 1);
        double wide = Math.log(BEYOND) / WIDE_CELLS;
        double[] x = new double[points + WIDE_CELLS];
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.log(low) + (i < points ? step * i : step * (points - 1) + wide * (i - points + 1));
        }
        return new LoadGrid(x, points - 1, Math.log(Math.log(WEIGHT) / WIDE_CELLS / step));
    }

    /** Logarithms of the loads. */
    double[] lnLoads() {
        return lnLoads;
    }

    /** The index of the end of the even cells. */
    int end() {
        return end;
    }

    /** The end of the even cells, requests per second. */
    double endLoad() {
        return Math.exp(lnLoads[end]);
    }

    /** Logarithm of the weight of a cell before any evidence. */
    double lnWeight(int cell) {
        return cell > end ? lnWide : 0;
    }

    /** The chance, of a cumulative one over the grid, of what lies below a load in requests per second. */
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
}
