package dev.redliner.controller.search;

/**
 * The load at which the host recovers, or waits, after one that was left.
 *
 * @param load requests per second
 * @param why why this load, for a person
 */
record HealStep(double load, String why) {
    /**
     * A queue empties the faster the lower the load, and each request that meets it counts as harm: at 85% it takes three
     * times as long as at 65%.
     */
    private static final double BELOW_GOOD = 0.75;

    private static final double BELOW_BROKEN = 0.65;

    /** What broke was this load's doing. */
    static HealStep after(double broken, String rule, Visits visits) {
        return new HealStep(below(broken, visits), Reasons.recover(rule, broken));
    }

    /** What broke hit other hosts too. */
    static HealStep aside(double left, String rule, Visits visits) {
        return new HealStep(below(left, visits), Reasons.waitForOthers(rule, left));
    }

    private static double below(double broken, Visits visits) {
        return Math.min(BELOW_GOOD * visits.highestGood(), BELOW_BROKEN * broken);
    }
}
