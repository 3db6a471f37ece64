package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Visit.Outcome;
import java.util.Arrays;
import java.util.List;

/**
 * How bursty bad requests are: the variance-to-mean ratio of their counts. 1 for independent requests; on real hosts 8 to
 * over 10,000, which is how many times less a count proves than it seems to.
 */
final class Dispersion {
    private static final double PRIOR_EVENTS = 30;
    private static final int[] BATCHES = {1, 5, 10};
    /** Slow noise that batches of seconds cannot see. */
    private static final double UNSEEN = 1.6;
    /** Until enough bursts were seen near the knee, assume that they are worth this many seconds of traffic. */
    private static final double BURST_SECONDS = 0.06;

    /** A load so near one that held is the same load. */
    private static final double HELD = 1.005;

    private static final double BURSTS_TO_TRUST = 8;

    /** Slow requests come in stalls, failed ones hardly beyond their page load. */
    private static final double PRIOR_OF_SLOW = 8;

    private static final double PRIOR_OF_FAILED = 1.5;

    private Dispersion() {}

    /** A page load that fails takes all of its requests with it, so failed requests are at least as uneven as arrivals. */
    private static double prior(Criterion criterion, List<Visit> visits) {
        return criterion.latency()
                ? PRIOR_OF_SLOW
                : Math.min(PRIOR_OF_SLOW, Math.max(PRIOR_OF_FAILED, Arrivals.dispersion(visits)));
    }

    /**
     * Of the counts as they are: what a test of a single look must allow for. A host that gave way is left out whatever came
     * after, or its collapse would excuse the next one.
     */
    static double seen(Criterion criterion, List<Visit> visits) {
        List<Visit> steady = visits.stream().filter(v -> !gaveWay(v, visits)).toList();
        return ratio(criterion, steady, prior(criterion, visits), 0);
    }

    /**
     * Ratio of sums over the visits, the largest over batches of 1, 5 and 10 seconds.
     *
     * @param prior what to take it for before anything bad was seen
     * @param steepness how the bad fraction follows the load of single seconds: what that explains is no burst
     */
    private static double ratio(Criterion criterion, List<Visit> visits, double prior, double steepness) {
        double largest = 1;
        for (int batch : BATCHES) {
            double squares = PRIOR_EVENTS * prior;
            double events = PRIOR_EVENTS;
            for (Visit visit : visits) {
                double[] bad = batched(visit.badBySecond(criterion), batch);
                if (visit.signOnly(criterion) || bad.length < 2) {
                    continue;
                }
                double[] expected = batched(visit.expected(criterion, steepness), batch);
                double allBad = Arrays.stream(bad).sum();
                double allExpected = Arrays.stream(expected).sum();
                if (allBad <= 0 || !(allExpected > 0)) {
                    continue;
                }
                double sum = 0;
                for (int i = 0; i < bad.length; i++) {
                    double part = Math.max(1e-6, expected[i] / allExpected);
                    sum += Math.pow(bad[i] - allBad * part, 2) / part;
                }
                squares += sum / bad.length;
                events += allBad * (bad.length - 1) / bad.length;
            }
            largest = Math.max(largest, squares / events);
        }
        return largest;
    }

    /**
     * A host that gives way to more than it ever carried has no steady rate of bad requests: that is no burst. At a load
     * that held at another time it is one.
     */
    private static boolean gaveWay(Visit visit, List<Visit> visits) {
        double held = visits.stream()
                .filter(v -> v.outcome() != Outcome.BAD)
                .mapToDouble(Visit::carried)
                .max()
                .orElse(0);
        return visit.outcome() == Outcome.BAD && visit.asked() > HELD * held;
    }

    /** Whether the bad requests ended while the load went on, as those of a hiccup do. */
    private static boolean passed(Criterion criterion, Visit visit) {
        Second.Count last = visit.seconds().get(visit.seconds().size() - 1).count(criterion);
        return last.total() > 0 && last.bad() <= criterion.allowed() * last.total();
    }

    /** What the posterior should use: what was seen, and until enough was seen, what must be feared. */
    static double forPosterior(Criterion criterion, List<Visit> visits, boolean ramping, double steepness) {
        List<Visit> steady = visits.stream()
                .filter(v -> !gaveWay(v, visits) || passed(criterion, v))
                .toList();
        double seen = ratio(criterion, steady, prior(criterion, visits), steepness) * UNSEEN;
        double top = visits.stream().mapToDouble(Visit::load).max().orElse(0);
        double feared = BURST_SECONDS * (criterion.latency() ? 1 : 0.1) * top;
        if (feared <= seen || ramping) {
            return seen;
        }
        double floor = badFraction(
                criterion,
                visits.stream().filter(v -> v.load() < 0.75 * top && !v.cut()).toList());
        double bursts = 0;
        for (Visit visit : visits) {
            if (visit.load() >= 0.85 * top && !visit.cut()) {
                double total = visit.total(criterion);
                double bad = Math.min(visit.bad(criterion), 2 * criterion.allowed() * total);
                bursts += Math.max(0, bad - floor * total) / seen;
            }
        }
        double trust = bursts / (bursts + BURSTS_TO_TRUST);
        return trust * seen + (1 - trust) * feared;
    }

    private static double badFraction(Criterion criterion, List<Visit> visits) {
        double total = visits.stream().mapToDouble(v -> v.total(criterion)).sum();
        return visits.stream().mapToDouble(v -> v.bad(criterion)).sum() / Math.max(1, total);
    }

    private static double[] batched(double[] seconds, int size) {
        double[] sums = new double[seconds.length / size];
        for (int i = 0; i < sums.length * size; i++) {
            sums[i / size] += seconds[i];
        }
        return sums;
    }
}
