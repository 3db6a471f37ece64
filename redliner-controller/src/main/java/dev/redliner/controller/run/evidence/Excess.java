package dev.redliner.controller.run.evidence;

/**
 * Measures how certainly a count exceeds chance. Requests of one page load succeed or fail together, and slow answers
 * come in groups. The count is therefore treated as a number of groups, each as large as the dispersion. Chernoff's
 * bound for a Poisson number of groups also holds for small counts, for which standard deviations mislead. Example: if
 * one bad request is expected, five bad requests are four standard deviations too many, but occur once in 300 times.
 */
public final class Excess {
    /** Limit for tests that run in every second of a run. Chance exceeds it in less than one of 20,000 tests. */
    static final double CERTAIN = Math.log(20_000);

    private Excess() {}

    /**
     * Negative logarithm of a bound on the probability of this count or a higher one; 0 if the count is not above the
     * expected one.
     *
     * @param count observed count
     * @param expected expected count, above zero
     * @param dispersion variance of the count divided by its mean
     */
    public static double surprise(double count, double expected, double dispersion) {
        return count <= expected ? 0 : (count * Math.log(count / expected) - count + expected) / dispersion;
    }
}
