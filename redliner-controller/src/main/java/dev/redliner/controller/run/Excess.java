package dev.redliner.controller.run;

/**
 * How surely a count is more than chance explains. Requests of one page load share their fate and slow answers come in
 * groups, so a count is taken for one of groups, each as large as the dispersion. Chernoff's bound for a Poisson number of
 * groups holds for small counts too, where so many standard deviations mean little: at one bad request expected, five are
 * four standard deviations, and seen once in 300 times.
 */
final class Excess {
    /** The limit of tests that are made in every second of a run: chance exceeds it less often than once in 20,000 tests. */
    static final double CERTAIN = Math.log(20_000);

    private Excess() {}

    /**
     * Negative logarithm of a bound on the chance of that many or more; 0 if there are no more than expected.
     *
     * @param count how many there are
     * @param expected how many there should be, above zero
     * @param dispersion variance of the count over its mean
     */
    static double surprise(double count, double expected, double dispersion) {
        return count <= expected ? 0 : (count * Math.log(count / expected) - count + expected) / dispersion;
    }
}
