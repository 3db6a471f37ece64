package dev.redliner.search.policy;

import dev.redliner.search.Plan;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.estimate.RedlinePosterior;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The time that a search may take, based on its findings so far. */
final class TimeBudget {
    private TimeBudget() {}

    /**
     * The time limit of a search.
     *
     * <ul>
     * <li>While the evidence is no result, or is thin, it is all the time there is.
     * <li>An earlier run's result saves time only as long as this run's own evidence is a result by itself.
     * </ul>
     *
     * @param posterior null before the first probe
     * @param highestLoad the highest load that can be brought, requests per second
     * @param ramping whether the knee was not reached yet
     */
    static Duration of(
            SearchSettings settings,
            ProbeHistory probes,
            @Nullable RedlinePosterior posterior,
            double highestLoad,
            boolean ramping) {
        if (posterior == null) {
            return settings.coldBudget();
        }
        return !isResult(probes, posterior, highestLoad, ramping) || thin(settings, probes, posterior)
                ? settings.thinBudget()
                : settings.budget();
    }

    /** Whether the evidence is a result, or no time can make it one, because no rule gives evidence about load. */
    private static boolean isResult(
            ProbeHistory probes, RedlinePosterior posterior, double highestLoad, boolean ramping) {
        return posterior.limitingRule() == null
                || Conclusion.of(posterior, probes, highestLoad, ramping, "") instanceof Plan.Done;
    }

    /**
     * The reason for the end of a search whose time is used up.
     *
     * @param patient whether the search went on after the usual time
     */
    static String whyUsedUp(
            SearchSettings settings,
            ProbeHistory probes,
            RedlinePosterior posterior,
            double highestLoad,
            boolean ramping,
            boolean patient) {
        Duration time = of(settings, probes, posterior, highestLoad, ramping);
        if (time.compareTo(settings.thinBudget()) >= 0) {
            return Reasons.timeUsedUp();
        } else if (!patient) {
            return Reasons.usualTimeUsedUp(time.toSeconds());
        }
        return probes.requests() < SearchSettings.FEW_REQUESTS
                ? Reasons.narrowAfterExtraTime(Conclusion.redline(posterior).halfWidth())
                : Reasons.resultAfterExtraTime(probes.requests());
    }

    /** Whether the interval is wide because few requests were observed. Only more requests can narrow it. */
    private static boolean thin(SearchSettings settings, ProbeHistory probes, RedlinePosterior posterior) {
        return probes.requests() < SearchSettings.FEW_REQUESTS && posterior.halfWidth() > settings.thinAbove();
    }
}
