package dev.redliner.search.policy;

import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;

/**
 * The load at which the host recovers or waits after a load was left.
 *
 * @param load requests per second
 * @param why reason for this load, for users
 */
record HealStep(double load, String why) implements Step {
    /**
     * A lower load empties a queue faster, and each request that meets the queue counts as harm. At 85%, emptying takes
     * three times as long as at 65%.
     */
    private static final double BELOW_GOOD = 0.75;

    private static final double BELOW_BROKEN = 0.65;

    @Override
    public Stage stage() {
        return Stage.HEAL;
    }

    /** After a load that broke a rule. */
    static HealStep after(double broken, String rule, ProbeHistory probes) {
        return new HealStep(below(broken, probes), Reasons.recover(rule, broken));
    }

    /** After a bad probe, for which no rule had to fail: too many bad requests, or a queue. */
    static HealStep after(ProbeResult bad, ProbeHistory probes) {
        double left = bad.load();
        return new HealStep(
                below(left, probes),
                bad.queued() != null
                        ? Reasons.recoverFromQueue(left)
                        : Reasons.recoverFromCounts(bad.breachedRule(), left));
    }

    /** After a load that was left because of shared incident. */
    static HealStep waitForOthers(double left, String rule, ProbeHistory probes) {
        return new HealStep(below(left, probes), Reasons.waitForOthers(rule, left));
    }

    private static double below(double broken, ProbeHistory probes) {
        return Math.min(BELOW_GOOD * probes.highestGood(), BELOW_BROKEN * broken);
    }
}
