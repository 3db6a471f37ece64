package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import java.util.List;

/** Sequential likelihood-ratio tests on counts of bad requests, deflated by their dispersion. */
public final class Likelihood {
    /** The alternatives to the allowed fraction, as its multiples. The most convincing one counts. */
    private static final double[] WORSE = {2, 3, 6};

    private static final double[] BETTER = {0.2, 0.35, 0.6};

    private Likelihood() {}

    /** Log-likelihood ratio of a bad fraction {@code p1} against {@code p0}, Poisson. */
    public static double ratio(double bad, double total, double p1, double p0) {
        return bad * Math.log(p1 / p0) - total * (p1 - p0);
    }

    /** Evidence that more than the allowed fraction is bad. */
    public static double tooMany(Criterion criterion, List<CountInterval> seconds, double dispersion) {
        return best(criterion, seconds, dispersion, WORSE);
    }

    /** Evidence that clearly less than the allowed fraction is bad. */
    public static double few(Criterion criterion, List<CountInterval> seconds, double dispersion) {
        return best(criterion, seconds, dispersion, BETTER);
    }

    private static double best(
            Criterion criterion, List<CountInterval> seconds, double dispersion, double[] multiples) {
        double bad = bad(criterion, seconds);
        double total = total(criterion, seconds);
        double best = Double.NEGATIVE_INFINITY;
        for (double multiple : multiples) {
            best = Math.max(best, ratio(bad, total, multiple * criterion.allowed(), criterion.allowed()));
        }
        return best / Math.max(1, dispersion);
    }

    /** The bad requests of these seconds. */
    public static double bad(Criterion criterion, List<CountInterval> seconds) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).bad()).sum();
    }

    /** All counted requests of these seconds. */
    public static double total(Criterion criterion, List<CountInterval> seconds) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).total()).sum();
    }
}
