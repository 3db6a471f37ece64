package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.Arrays;
import java.util.List;

/**
 * How bursty bad requests are: the variance-to-mean ratio of their counts. It is 1 for independent requests. On real
 * hosts it is 8 to over 10,000, and a count proves that many times less than it seems to.
 */
public final class Dispersion {
    /** The ratio that is assumed before any bad request counts like this many observed bad requests. */
    private static final double PRIOR_EVENTS = 30;

    /** Bursts last for one to ten seconds. */
    private static final int[] BATCHES = {1, 5, 10};
    /** Factor for slow noise that batches of seconds cannot show. */
    private static final double UNSEEN = 1.6;
    /** Until enough bursts are observed near the knee, each is assumed to be worth this many seconds of traffic. */
    private static final double BURST_SECONDS = 0.06;

    /** A load within this factor of one that held counts as equal to it. */
    private static final double HELD = 1.005;

    /** After this many bursts, the observed dispersion and the feared one weigh the same. */
    private static final double BURSTS_TO_TRUST = 8;
    /** A burst of failed requests is shorter than one of slow requests by this factor. */
    private static final double BURST_OF_FAILED = 0.1;
    /** Probes below this part of the highest load show the bad fraction that has nothing to do with the knee. */
    private static final double FAR_BELOW_TOP = 0.75;
    /** Probes from this part of the highest load on show bursts near the knee. */
    private static final double NEAR_TOP = 0.85;
    /** Beyond this multiple of the allowed fraction, bad requests of a probe are no further bursts. */
    private static final double MOST_BURSTS = 2;
    /** Least part of a probe's bad requests that is expected in a batch, so that an idle batch divides by no zero. */
    private static final double LEAST_PART = 1e-6;

    /** Slow requests come in stalls. Failed requests hardly come in bursts larger than their page load. */
    private static final double PRIOR_OF_SLOW = 8;

    private static final double PRIOR_OF_FAILED = 1.5;

    private Dispersion() {}

    /** A page load that fails takes all its requests with it, so failed requests are at least as uneven as arrivals. */
    private static double prior(Criterion criterion, List<ProbeResult> probes) {
        return criterion.latency()
                ? PRIOR_OF_SLOW
                : Math.min(PRIOR_OF_SLOW, Math.max(PRIOR_OF_FAILED, Arrivals.dispersion(probes)));
    }

    /**
     * The dispersion of the counts as they are, which a test of a single probe must allow for. A probe at which the host
     * gave way is excluded, whether or not the bad requests ended within it. Otherwise its collapse would excuse the
     * next one.
     */
    public static double seen(Criterion criterion, List<ProbeResult> probes) {
        List<ProbeResult> steady =
                probes.stream().filter(v -> !gaveWay(v, probes)).toList();
        return ratio(criterion, steady, prior(criterion, probes), 0);
    }

    /**
     * Ratio of sums over the probes: the largest over batches of 1, 5 and 10 seconds.
     *
     * @param prior the ratio to assume before any bad request is observed
     * @param steepness how steeply the bad fraction follows the load of single seconds. Bad requests that the load
     *     explains are no burst
     */
    private static double ratio(Criterion criterion, List<ProbeResult> probes, double prior, double steepness) {
        double largest = 1;
        for (int batch : BATCHES) {
            double squares = PRIOR_EVENTS * prior;
            double events = PRIOR_EVENTS;
            for (ProbeResult probe : probes) {
                double[] bad = batched(probe.badBySecond(criterion), batch);
                if (probe.signOnly(criterion) || bad.length < 2) {
                    continue;
                }
                double[] expected = batched(probe.expected(criterion, steepness), batch);
                double allBad = Arrays.stream(bad).sum();
                double allExpected = Arrays.stream(expected).sum();
                if (allBad <= 0 || !(allExpected > 0)) {
                    continue;
                }
                double sum = 0;
                for (int i = 0; i < bad.length; i++) {
                    double part = Math.max(LEAST_PART, expected[i] / allExpected);
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
     * Whether the host gave way to a load above any that it carried. Such a host has no steady rate of bad requests, so
     * they are no burst. At a load that held at another time, they are a burst.
     */
    private static boolean gaveWay(ProbeResult probe, List<ProbeResult> probes) {
        double held = probes.stream()
                .filter(v -> v.outcome() != Outcome.BAD)
                .mapToDouble(ProbeResult::carried)
                .max()
                .orElse(0);
        return probe.outcome() == Outcome.BAD && probe.asked() > HELD * held;
    }

    /** Whether the bad requests ended while the load continued, as they do after a hiccup. */
    private static boolean passed(Criterion criterion, ProbeResult probe) {
        CountInterval.Count last =
                probe.seconds().get(probe.seconds().size() - 1).count(criterion);
        return last.total() > 0 && last.bad() <= criterion.allowed() * last.total();
    }

    /**
     * The dispersion for the posterior: the observed one, mixed with the worst to be expected until enough bursts are
     * observed.
     */
    static double forPosterior(Criterion criterion, List<ProbeResult> probes, boolean ramping, double steepness) {
        List<ProbeResult> steady = probes.stream()
                .filter(v -> !gaveWay(v, probes) || passed(criterion, v))
                .toList();
        double seen = ratio(criterion, steady, prior(criterion, probes), steepness) * UNSEEN;
        double top = probes.stream().mapToDouble(ProbeResult::load).max().orElse(0);
        double feared = BURST_SECONDS * (criterion.latency() ? 1 : BURST_OF_FAILED) * top;
        if (feared <= seen || ramping) {
            return seen;
        }
        double floor = badFraction(
                criterion,
                probes.stream()
                        .filter(v -> v.load() < FAR_BELOW_TOP * top && !v.cut())
                        .toList());
        double bursts = 0;
        for (ProbeResult probe : probes) {
            if (probe.load() >= NEAR_TOP * top && !probe.cut()) {
                double total = probe.total(criterion);
                double bad = Math.min(probe.bad(criterion), MOST_BURSTS * criterion.allowed() * total);
                bursts += Math.max(0, bad - floor * total) / seen;
            }
        }
        double trust = bursts / (bursts + BURSTS_TO_TRUST);
        return trust * seen + (1 - trust) * feared;
    }

    private static double badFraction(Criterion criterion, List<ProbeResult> probes) {
        double total = probes.stream().mapToDouble(v -> v.total(criterion)).sum();
        return probes.stream().mapToDouble(v -> v.bad(criterion)).sum() / Math.max(1, total);
    }

    private static double[] batched(double[] seconds, int size) {
        double[] sums = new double[seconds.length / size];
        for (int i = 0; i < sums.length * size; i++) {
            sums[i / size] += seconds[i];
        }
        return sums;
    }
}
