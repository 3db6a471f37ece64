package dev.redliner.search;

/**
 * The load at which the host recovers or waits after a load was left.
 *
 * @param load requests per second
 * @param why reason for this load, for users
 */
record HealStep(double load, String why) {
    /**
     * A lower load empties a queue faster, and each request that meets the queue counts as harm. At 85%, emptying takes
     * three times as long as at 65%.
     */
    private static final double BELOW_GOOD = 0.75;

    private static final double BELOW_BROKEN = 0.65;

    /** After a load that broke a rule. */
    static HealStep after(double broken, String rule, Visits visits) {
        return new HealStep(below(broken, visits), Reasons.recover(rule, broken));
    }

    /** After a load that was left because of common trouble. */
    static HealStep aside(double left, String rule, Visits visits) {
        return new HealStep(below(left, visits), Reasons.waitForOthers(rule, left));
    }

    private static double below(double broken, Visits visits) {
        return Math.min(BELOW_GOOD * visits.highestGood(), BELOW_BROKEN * broken);
    }
}
