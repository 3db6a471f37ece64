package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Count;
import dev.redliner.controller.search.Second.Criterion;
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
    private static final double BURST_SECONDS = 0.18;

    private static final double BURSTS_TO_TRUST = 12;

    private Dispersion() {}

    static double prior(Criterion criterion) {
        return criterion.latency() ? 8 : 1.5;
    }

    /** Ratio of sums over the visits, the largest over batches of 1, 5 and 10 seconds. */
    static double seen(Criterion criterion, List<Visit> visits) {
        double largest = 1;
        for (int batch : BATCHES) {
            double squares = PRIOR_EVENTS * prior(criterion);
            double events = PRIOR_EVENTS;
            for (Visit visit : visits) {
                List<Count> counts = batched(visit.counts(criterion), batch);
                if (visit.signOnly() || (visit.cut() && batch > 1) || counts.size() < 2) {
                    continue;
                }
                double bad = counts.stream().mapToDouble(Count::bad).sum();
                double total = counts.stream().mapToDouble(Count::total).sum();
                if (bad <= 0 || total <= 0) {
                    continue;
                }
                double p = bad / total;
                squares += counts.stream()
                                .mapToDouble(c -> Math.pow(c.bad() - c.total() * p, 2) * total / Math.max(1, c.total()))
                                .sum()
                        / counts.size();
                events += bad * (counts.size() - 1) / counts.size();
            }
            largest = Math.max(largest, squares / events);
        }
        return largest;
    }

    /** What the posterior should use: what was seen, and until enough was seen, what must be feared. */
    static double forPosterior(Criterion criterion, List<Visit> visits, boolean ramping) {
        double seen = seen(criterion, visits) * UNSEEN;
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

    private static List<Count> batched(List<Count> counts, int size) {
        if (size == 1) {
            return counts;
        }
        return java.util.stream.IntStream.range(0, counts.size() / size)
                .mapToObj(i -> counts.subList(i * size, (i + 1) * size))
                .map(part -> new Count(
                        part.get(0).criterion(),
                        part.stream().mapToDouble(Count::bad).sum(),
                        part.stream().mapToDouble(Count::total).sum()))
                .toList();
    }
}
