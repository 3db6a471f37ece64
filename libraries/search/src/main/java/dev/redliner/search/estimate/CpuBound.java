package dev.redliner.search.estimate;

import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * The utilisation law: regardless of the rules, no host carries more load than fills its CPU.
 *
 * @param lnFull logarithm of the load that fills the CPU, in requests per second
 */
record CpuBound(double lnFull) {
    /** Below this CPU usage, the load that fills the CPU is too uncertain. */
    private static final double TELLING = 0.3;
    /** Standard deviation of the logarithm of the load that fills the CPU. */
    private static final double SPREAD = 0.02;

    /** The bound from the highest load that was not bad; empty if the CPU was hardly used or is unknown. */
    static Optional<CpuBound> of(List<ProbeResult> probes) {
        ProbeResult top = null;
        for (ProbeResult probe : probes) {
            Double cpu = probe.cpu();
            boolean telling = cpu != null && cpu > TELLING && probe.outcome() != Outcome.BAD;
            if (telling && (top == null || probe.load() > top.load())) {
                top = probe;
            }
        }
        Double cpu = top == null ? null : top.cpu();
        return top == null || cpu == null ? Optional.empty() : Optional.of(new CpuBound(Math.log(top.load() / cpu)));
    }

    /**
     * Lowers a redline to this bound.
     *
     * @param lnLoads logarithms of loads
     * @param below the probability of a redline below each of them, which this method raises
     */
    void lower(double[] lnLoads, double[] below) {
        for (int i = 0; i < lnLoads.length; i++) {
            below[i] = 1 - (1 - below[i]) / (1 + Math.exp(Logistic.exponent(lnLoads[i] - lnFull, SPREAD)));
        }
    }
}
