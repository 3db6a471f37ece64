package dev.redliner.controller.search;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How much time a search may take, by what it has found so far. */
final class TimeBudget {
    /** So many requests say what there is to say. */
    private static final double FEW_REQUESTS = 60_000;

    private TimeBudget() {}

    /**
     * What an earlier run found saves time only as long as this run's own evidence is a result by itself; if that is just
     * too wide for one yet, half of what was saved is given back. While the evidence is thin, all the time there is.
     *
     * @param posterior null before the first visit
     */
    static Duration of(SearchSettings settings, Visits visits, @Nullable RedlinePosterior posterior, boolean ramping) {
        if (posterior == null) {
            return settings.coldBudget();
        }
        if (thin(settings, visits, posterior, ramping)) {
            return settings.thinBudget();
        }
        if (!Conclusion.measured(posterior)) {
            return settings.coldBudget();
        }
        Duration saved = settings.coldBudget().minus(settings.budget());
        boolean wide = ramping || Conclusion.redline(posterior).halfWidth() > settings.widest();
        return wide ? settings.budget().plus(saved.dividedBy(2)) : settings.budget();
    }

    /** Whether the interval is wide because few requests were seen: only more of them can narrow it. */
    private static boolean thin(SearchSettings settings, Visits visits, RedlinePosterior posterior, boolean ramping) {
        return visits.requests() < FEW_REQUESTS && (ramping || posterior.halfWidth() > settings.thinAbove());
    }
}
