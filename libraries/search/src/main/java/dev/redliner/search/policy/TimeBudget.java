package dev.redliner.search.policy;

import dev.redliner.search.SearchSettings;
import dev.redliner.search.estimate.RedlinePosterior;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The time that a search may take, based on its findings so far. */
final class TimeBudget {
    /** One part in this many of the saved time is given back while the result is too wide. */
    private static final int GIVEN_BACK = 2;

    private TimeBudget() {}

    /**
     * The time limit of a search.
     *
     * <ul>
     * <li>While the evidence is thin, it is all the time there is.
     * <li>An earlier run's result saves time only as long as this run's own evidence is a result by itself.
     * <li>If that result is still too wide, half of the saved time is given back.
     * </ul>
     *
     * @param posterior null before the first probe
     */
    static Duration of(
            SearchSettings settings, ProbeHistory probes, @Nullable RedlinePosterior posterior, boolean ramping) {
        if (posterior == null) {
            return settings.coldBudget();
        }
        if (thin(settings, probes, posterior, ramping)) {
            return settings.thinBudget();
        }
        if (!Conclusion.measured(posterior)) {
            return settings.coldBudget();
        }
        Duration saved = settings.coldBudget().minus(settings.budget());
        boolean wide = ramping || Conclusion.redline(posterior).halfWidth() > SearchSettings.WIDEST;
        return wide ? settings.budget().plus(saved.dividedBy(GIVEN_BACK)) : settings.budget();
    }

    /**
     * The reason for the end of a search whose time is used up.
     *
     * @param patient whether the search went on after the usual time, because there were few requests
     */
    static String whyUsedUp(
            SearchSettings settings,
            ProbeHistory probes,
            RedlinePosterior posterior,
            boolean ramping,
            boolean patient) {
        Duration time = of(settings, probes, posterior, ramping);
        if (time.compareTo(settings.thinBudget()) >= 0) {
            return Reasons.timeUsedUp();
        } else if (!patient) {
            return Reasons.usualTimeUsedUp(time.toSeconds());
        }
        return probes.requests() < SearchSettings.FEW_REQUESTS
                ? Reasons.narrowAfterExtraTime(Conclusion.redline(posterior).halfWidth())
                : Reasons.manyAfterExtraTime();
    }

    /** Whether the interval is wide because few requests were observed. Only more requests can narrow it. */
    private static boolean thin(
            SearchSettings settings, ProbeHistory probes, RedlinePosterior posterior, boolean ramping) {
        return probes.requests() < SearchSettings.FEW_REQUESTS
                && (ramping || posterior.halfWidth() > settings.thinAbove());
    }
}
