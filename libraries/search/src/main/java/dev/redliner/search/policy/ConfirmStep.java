package dev.redliner.search.policy;

import dev.redliner.search.Stage;
import dev.redliner.search.estimate.RedlinePosterior;

/**
 * The load of a long probe that closes the safe side of the interval, or shows that all the load allowed holds.
 *
 * @param load requests per second
 * @param why reason for this load, for users
 */
record ConfirmStep(double load, String why) implements Step {
    /** A load at this quantile of the redline should hold. */
    private static final double QUANTILE = 0.12;
    /** If this part of the highest load that can be brought held, a long probe at all of it is due. */
    static final double NEARLY_ALL = 0.97;
    /**
     * This part is enough if there is only time left for one long probe. The step to the top is then no larger than
     * those with which the search climbs.
     */
    private static final double ENOUGH_AT_LAST = 0.91;

    @Override
    public Stage stage() {
        return Stage.CONFIRM;
    }

    /**
     * A load that should hold and that the host carried before.
     *
     * @param most upper limit of the load regardless of the evidence; infinite unless a load just broke
     */
    static ConfirmStep safe(double most, ProbeHistory probes, RedlinePosterior known) {
        double load = Math.min(Math.min(most, known.quantile(QUANTILE)), probes.highestGood());
        return new ConfirmStep(load, Reasons.lookAtSafe(load));
    }

    /** All the load that can be brought, requests per second. */
    static ConfirmStep top(double highestLoad) {
        return new ConfirmStep(highestLoad, Reasons.lookAtAll(highestLoad));
    }

    /**
     * Whether the redline lies above all the load that can be brought, and about all of that load held.
     *
     * @param lastChance whether there is only time left for one long probe. A run without one would have no result
     */
    static boolean isDueAtTop(
            double most, double highestLoad, ProbeHistory probes, RedlinePosterior known, boolean lastChance) {
        if (most < highestLoad || !known.beyond(highestLoad)) {
            return false;
        }
        double good = probes.highestGood();
        boolean stepsUp = lastChance && known.estimate() > highestLoad && probes.lowestBroken() > highestLoad;
        return good >= (stepsUp ? ENOUGH_AT_LAST : NEARLY_ALL) * highestLoad;
    }
}
