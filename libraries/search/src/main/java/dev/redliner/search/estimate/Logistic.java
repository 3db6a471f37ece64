package dev.redliner.search.estimate;

/** The logistic function that is closest to a normal distribution. */
final class Logistic {
    /** Its steepness: with 1.7, it differs from the normal distribution by 0.01 at most. */
    static final double STEEPNESS = 1.7;
    /** Beyond this exponent, the function is 0 or 1. */
    private static final double FARTHEST = 40;

    private Logistic() {}

    /**
     * The exponent {@code e} of {@code 1 / (1 + exp(e))}, the probability of a value above {@code away}.
     *
     * @param away distance from the middle
     * @param spread standard deviation, in the unit of the distance
     */
    static double exponent(double away, double spread) {
        return Math.max(-FARTHEST, Math.min(FARTHEST, STEEPNESS * away / spread));
    }
}
