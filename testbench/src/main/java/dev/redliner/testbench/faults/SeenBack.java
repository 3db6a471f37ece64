package dev.redliner.testbench.faults;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.StepReport;
import java.util.List;

/**
 * Whether a finished run showed that its traffic is back, or had no means to show it. At 100 requests per second a
 * minute does not distinguish a first small step from the baseline, and the report must state that. Envoy's own runtime
 * and counts are the proof then.
 */
public final class SeenBack {
    /** Shares above this multiple of the baseline can be distinguished from it within a minute. */
    private static final double NEAR = 1.35;

    private SeenBack() {}

    /**
     * Whether every Envoy confirmed the restore, and the traffic showed the baseline or the report has the cause why
     * it did not.
     */
    public static boolean honest(RunReport end) {
        RestoredReport restored = end.restored();
        if (restored == null || !restored.configuration()) {
            return false;
        }
        return restored.verified() || near(end.steps(), restored.baselineShare()) && end.unverified() != null;
    }

    private static boolean near(List<StepReport> steps, double baseline) {
        return !steps.isEmpty() && steps.get(steps.size() - 1).askedShare() < NEAR * baseline;
    }
}
