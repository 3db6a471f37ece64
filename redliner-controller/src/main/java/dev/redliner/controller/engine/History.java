package dev.redliner.controller.engine;

import static java.util.Objects.requireNonNull;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.controller.journal.RunJournal.Measured;
import dev.redliner.controller.run.EarlierRedline;
import dev.redliner.controller.run.WarmStartRequest;
import dev.redliner.search.Redline;
import dev.redliner.service.ServiceDefinition;
import java.util.List;
import java.util.Map;

/**
 * Selects the warm start of a new run from the service's earlier runs: the newest redline that was measured for the
 * same SUT under the same rules. Pure.
 */
final class History {
    /** Older runs carry little information. */
    static final int LOOKED_AT = 20;

    private History() {}

    /**
     * The beginning of a new run. It never throws: stored reports without a valid redline are skipped.
     *
     * @param newestFirst the service's completed runs, newest first
     * @param profile the search profile
     */
    static WarmStartRequest beginning(List<Measured> newestFirst, ServiceDefinition service, String profile) {
        double carried = 0;
        boolean wide = false;
        RedlineConditions conditions = RedlineConditions.of(service);
        for (Measured measured : newestFirst) {
            RunReport report = measured.report();
            RedlineReport redline = report.redline();
            if (redline == null || !RedlineConditions.of(measured.service()).equals(conditions)) {
                continue;
            }
            if (carriesAtLeast(redline)) {
                carried = Math.max(carried, redline.rps());
            } else if (isMeasured(report, redline) && Redline.isWide(redline.low(), requireNonNull(redline.high()))) {
                wide = true;
            } else if (isMeasured(report, redline)) {
                return carried > redline.rps()
                        ? WarmStartRequest.cold(
                                profile, "a newer run carried more than was ever found to be the redline")
                        : WarmStartRequest.from(profile, earlier(report, redline));
            }
        }
        return WarmStartRequest.cold(
                profile,
                wide
                        ? "the redlines that earlier runs of the same SUT measured have intervals wider than +-20%"
                        : "no earlier run measured the redline of the same SUT under the same rules");
    }

    private static boolean carriesAtLeast(RedlineReport redline) {
        return (redline.atLeast() || redline.high() == null) && Double.isFinite(redline.rps());
    }

    /** Checks every field: a report written by a faulty program or edited by hand may contain anything. */
    private static boolean isMeasured(RunReport report, RedlineReport redline) {
        Double high = redline.high();
        return report.id() != null
                && report.endedAt() != null
                && high != null
                && !redline.atLeast()
                && 0 < redline.low()
                && redline.low() <= redline.rps()
                && redline.rps() <= high
                && Double.isFinite(high);
    }

    private static EarlierRedline earlier(RunReport report, RedlineReport redline) {
        return new EarlierRedline(
                report.id(),
                requireNonNull(report.endedAt()),
                redline.rps(),
                redline.low(),
                requireNonNull(redline.high()),
                identity(report));
    }

    private static Map<String, Double> identity(RunReport report) {
        BaselineReport baseline = report.baseline();
        return baseline == null ? Map.of() : baseline.identity();
    }
}
