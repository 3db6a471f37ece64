package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Visit.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the CPU allows, whatever the rules: no host serves more than fills it (the utilisation law), and what comes beyond
 * that in a busy spell of the traffic has to wait. So the mean load must stay so far below a full CPU that over the seconds
 * of the pool's own traffic, one after the other, no more requests wait longer than a rule's limit than the rule allows.
 *
 * @param load the highest mean load, requests per second
 */
record CpuBound(double load) {
    /** Below this, a CPU says too little of where it will be full. */
    private static final double TELLING = 0.3;
    /** Standard deviation of the logarithm of the load. */
    private static final double SPREAD = 0.02;
    /** With fewer seconds of traffic, the busy spells are not known. */
    private static final int ENOUGH_SECONDS = 120;
    /** Who waits longer than this gave up, and so does the queue not grow beyond it. */
    private static final double LONGEST_WAIT_SECONDS = 3;

    private static final double LEAST_PART = 0.5;

    /**
     * @param visits what was seen
     * @param poolRps the pool's load in seconds one after the other, requests per second
     */
    static Optional<CpuBound> of(List<Visit> visits, List<Double> poolRps) {
        return visits.stream()
                .filter(v -> v.outcome() != Outcome.BAD)
                .filter(v -> Objects.requireNonNullElse(v.cpu(), 0.0) > TELLING)
                .max(Comparator.comparingDouble(Visit::load))
                .map(top -> new CpuBound(top.load() / Objects.requireNonNull(top.cpu()) * partOfFull(visits, poolRps)));
    }

    private static double partOfFull(List<Visit> visits, List<Double> poolRps) {
        return Visit.criteria(visits).stream()
                .filter(Criterion::latency)
                .mapToDouble(c -> partOfFull(poolRps, c.limitSeconds(), c.allowed()))
                .min()
                .orElse(1);
    }

    /**
     * The highest mean load as a part of what fills the CPU.
     *
     * @param limitSeconds the longest wait
     * @param allowed part of the requests that may wait longer
     */
    static double partOfFull(List<Double> poolRps, double limitSeconds, double allowed) {
        double[] factors = Fluctuation.factors(poolRps);
        if (factors.length < ENOUGH_SECONDS) {
            return 1;
        }
        double low = LEAST_PART;
        double high = 1;
        for (int i = 0; i < 14; i++) {
            double middle = (low + high) / 2;
            if (waiting(factors, middle, limitSeconds) > allowed) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** The part of the requests that wait longer than the limit in a queue before a CPU that is as busy as this on average. */
    private static double waiting(double[] factors, double busy, double limitSeconds) {
        double longest = Math.max(LONGEST_WAIT_SECONDS, 2 * limitSeconds);
        double wait = 0;
        double late = 0;
        double all = 0;
        for (double factor : factors) {
            double after = Math.min(longest, Math.max(0, wait + busy * factor - 1));
            late += factor * partBeyond(limitSeconds, wait, after);
            all += factor;
            wait = after;
        }
        return late / all;
    }

    /** The part of a second that is beyond the limit while the wait goes evenly from one value to the other. */
    private static double partBeyond(double limit, double from, double to) {
        double least = Math.min(from, to);
        double most = Math.max(from, to);
        return most <= limit ? 0 : least >= limit ? 1 : (most - limit) / (most - least);
    }

    /** Probability that the redline is above a load. */
    double above(double lnLoad) {
        double z = Math.max(-40, Math.min(40, 1.7 * (lnLoad - Math.log(load)) / SPREAD));
        return 1 / (1 + Math.exp(z));
    }
}
